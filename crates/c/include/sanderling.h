/* Sanderling, a state-space explorer for Petri nets and programs, as a C library. docs/c.md has more.
 * Written from crates/c/src/lib.rs: change it there. Texts are UTF-8, end in NUL, and are JSON unless something else is said.
 * All functions may be called from any thread at any time. */

#ifndef SANDERLING_H
#define SANDERLING_H

#include <stdbool.h>
#include <stdint.h>

/*
 A session: nets that are loaded, and what is asked about them. 0 is none.
 */
typedef uint64_t SanderlingSession;

/*
 What hears of analyses: a notification in JSON, which is gone when the call returns, and the context that was given.
 */
typedef void (*SanderlingListener)(const char *message, void *context);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 The version of the library, such as "0.1.0". It is not to be freed.
 */
const char *sanderling_version(void);

/*
 Opens a session whose analyses together take so much memory; three quarters of what is free for 0. It is 0 if that fails.
 */
SanderlingSession sanderling_open(uint64_t memory_bytes);

/*
 Closes a session: what is under way is cancelled and waited for, calls that wait return, and the listener is not called any more.
 Nothing happens if it is none.
 */
void sanderling_close(SanderlingSession session);

/*
 Loads a file: `{"result": {"net": "net1", ...}}`, or `{"error": {"code", "message", "data"}}` with what is wrong, where, and what was
 expected. The answer is to be freed with sanderling_free.

 # Safety
 `path` is NULL or the beginning of a text that ends in NUL.
 */
char *sanderling_load(SanderlingSession session,
                      const char *path);

/*
 Sends a request of the server (docs/server-reference.md) with its parameters as a JSON object, NULL for none, and waits for the answer: an object with
 `result` or with `error`. It is to be freed with sanderling_free.

 # Safety
 `method` and `params` are NULL or the beginning of a text that ends in NUL.
 */
char *sanderling_request(SanderlingSession session,
                         const char *method,
                         const char *params);

/*
 Starts an analysis (`analysis/start` or `analysis/standard`) and waits until it has ended: an object with `report`, which is what
 `sanderling --format json` prints (docs/json.md), or with `error`. It is to be freed with sanderling_free.

 # Safety
 `method` and `params` are NULL or the beginning of a text that ends in NUL.
 */
char *sanderling_analyse(SanderlingSession session,
                         const char *method,
                         const char *params);

/*
 The next notification, `analysis/progress` or `analysis/result`, as a JSON object with `method` and `params`; NULL if there is none within so many
 milliseconds, if the session is closed, or if there is a listener. The results that sanderling_analyse waits for are not among
 them. It is to be freed with sanderling_free.
 */
char *sanderling_poll(SanderlingSession session,
                      uint64_t milliseconds);

/*
 Has notifications told to a listener from now on, one after the other, on a thread of the session. It may call all functions. `true` unless the session is
 none, has a listener, or the listener is NULL.

 # Safety
 The listener may be called with this context on another thread until the session is closed; where it closes the session itself, until that call
 returns, behind which there is no other.
 */
bool sanderling_listen(SanderlingSession session,
                       SanderlingListener listener,
                       void *context);

/*
 Makes an analysis end with what it has, by its name (`analysis1`), or all of them for NULL. Its result comes all the same. `true` unless
 there is none.

 # Safety
 `analysis` is NULL or the beginning of a text that ends in NUL.
 */
bool sanderling_cancel(SanderlingSession session,
                       const char *analysis);

/*
 The part of a text in JSON at a JSON Pointer (RFC 6901), such as "/report/verdict": of a string its characters, of all else the JSON. NULL if there is
 nothing. It is to be freed with sanderling_free.

 # Safety
 `json` and `pointer` are NULL or the beginning of a text that ends in NUL.
 */
char *sanderling_at(const char *json,
                    const char *pointer);

/*
 Frees a text that a function has returned. Nothing happens for NULL.

 # Safety
 `text` is NULL, or was returned by a function of this library and not freed.
 */
void sanderling_free(char *text);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* SANDERLING_H */
