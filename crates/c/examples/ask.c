/* Asks questions about a model, and prints what is found, a line of JSON for each:
 *
 *     ask nets/philosophers-3.pnml '{"question":"deadlock"}' '{"question":"explore","options":{"bounds":true}}'
 *
 * cc examples/ask.c -I include -L target/release -lsanderling_c -o ask
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sanderling.h"

/* Prints what there is, or else the whole answer, which says why there is nothing. */
static int print(const char *answer, const char *pointer) {
    char *part = sanderling_at(answer, pointer);
    puts(part ? part : answer);
    int failed = part == NULL;
    sanderling_free(part);
    return failed;
}

/* The parameters of a question with the net that it is about; they are an object that is not empty. */
static char *about(const char *net, const char *question) {
    size_t room = strlen(net) + strlen(question) + 16;
    char *params = malloc(room);
    if (params != NULL) {
        snprintf(params, room, "{\"net\":\"%s\",%s", net, strchr(question, '{') + 1);
    }
    return params;
}

int main(int count, char **words) {
    int failed = 0;
    if (count < 3) {
        fprintf(stderr, "usage: ask FILE QUESTION...\n");
        return 3;
    }
    SanderlingSession session = sanderling_open(256 << 20);
    char *loaded = sanderling_load(session, words[1]);
    char *net = sanderling_at(loaded, "/result/net");
    if (net == NULL) {
        puts(loaded);
        failed = 1;
    }
    for (int at = 2; at < count && net != NULL; at++) {
        if (strchr(words[at], '{') == NULL) {
            fprintf(stderr, "%s is no object\n", words[at]);
            failed = 1;
            continue;
        }
        char *params = about(net, words[at]);
        char *answer = sanderling_analyse(session, "analysis/start", params);
        failed |= print(answer, "/report");
        sanderling_free(answer);
        free(params);
    }
    sanderling_free(net);
    sanderling_free(loaded);
    sanderling_close(session);
    return failed ? 3 : 0;
}
