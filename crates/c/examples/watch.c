/* Explores a model in the background, tells how far it has come, and cancels it after some states:
 *
 *     watch nets/philosophers-5.pnml 1000
 *
 * With a listener instead of sanderling_poll, the messages are told on a thread of the session.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sanderling.h"

int main(int count, char **words) {
    if (count != 3) {
        fprintf(stderr, "usage: watch FILE STATES\n");
        return 3;
    }
    unsigned long long most = strtoull(words[2], NULL, 10);
    SanderlingSession session = sanderling_open(256 << 20);
    char *loaded = sanderling_load(session, words[1]);
    char *net = sanderling_at(loaded, "/result/net");
    if (net == NULL) {
        puts(loaded);
        sanderling_free(loaded);
        sanderling_close(session);
        return 3;
    }
    char params[128];
    snprintf(params, sizeof params, "{\"net\":\"%s\",\"question\":\"explore\"}", net);
    sanderling_free(sanderling_request(session, "analysis/start", params));

    char *message;
    char *result = NULL;
    while (result == NULL && (message = sanderling_poll(session, 60000)) != NULL) {
        char *method = sanderling_at(message, "/method");
        if (strcmp(method, "analysis/progress") == 0) {
            char *states = sanderling_at(message, "/params/states");
            fprintf(stderr, "%s states\n", states);
            if (strtoull(states, NULL, 10) >= most) {
                sanderling_cancel(session, NULL);
            }
            sanderling_free(states);
        } else {
            result = sanderling_at(message, "/params/report");
        }
        sanderling_free(method);
        sanderling_free(message);
    }
    puts(result ? result : "{}");
    sanderling_free(result);
    sanderling_free(net);
    sanderling_free(loaded);
    sanderling_close(session);
    return 0;
}
