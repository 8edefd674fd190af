/* Sanderling, a state-space explorer for Petri nets and programs, as a C library. docs/c.md has more.
 * Written from crates/c/src/lib.rs: change it there. Texts are UTF-8, end in NUL, and are JSON unless something else is said.
 * All functions may be called from any thread at any time. */

#ifndef SANDERLING_H
#define SANDERLING_H

#include <stdbool.h>
#include <stdint.h>

/*
 A session: loaded nets, and analyses of them. 0 is no session.
 */
typedef uint64_t SanderlingSession;

/*
 A function that receives notifications: the notification in JSON, valid until the call returns, and the given context.
 */
typedef void (*SanderlingListener)(const char *message, void *context);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 The version of the library, such as "0.1.0". Do not free it.
 */
const char *sanderling_version(void);

/*
 Opens a session. Its analyses share `memory_bytes` bytes of memory; for 0, three quarters of the free memory. Returns 0 on
 failure.
 */
SanderlingSession sanderling_open(uint64_t memory_bytes);

/*
 Closes a session: cancels running analyses and waits for them. Waiting calls return, and the listener is not called any more.
 Does nothing if there is no such session.
 */
void sanderling_close(SanderlingSession session);

/*
 Loads a file. Returns `{"result": {"net": "net1", ...}}`, or `{"error": {"code", "message", "data"}}` with the problem, its
 place and what was expected. Free the answer with sanderling_free.

 # Safety
 `path` is NULL, or points to a text that ends in NUL.
 */
char *sanderling_load(SanderlingSession session,
                      const char *path);

/*
 Sends a request of the server (docs/server-reference.md) and waits for the answer: an object with `result` or `error`. The
 parameters are a JSON object, or NULL for none. Free the answer with sanderling_free.

 # Safety
 `method` and `params` are NULL, or point to texts that end in NUL.
 */
char *sanderling_request(SanderlingSession session,
                         const char *method,
                         const char *params);

/*
 Starts an analysis (`analysis/start` or `analysis/standard`) and waits until it ends. Returns an object with `report`, as
 `sanderling --format json` prints it (docs/json.md), or with `error`. Free it with sanderling_free.

 # Safety
 `method` and `params` are NULL, or point to texts that end in NUL.
 */
char *sanderling_analyse(SanderlingSession session,
                         const char *method,
                         const char *params);

/*
 Returns the next notification, `analysis/progress` or `analysis/result`, as a JSON object with `method` and `params`. Returns
 NULL if there is none within this number of milliseconds, the session is closed, or there is a listener. Results of
 sanderling_analyse are not included. Free it with sanderling_free.
 */
char *sanderling_poll(SanderlingSession session,
                      uint64_t milliseconds);

/*
 Passes notifications to a listener from now on, one after the other, on a thread of the session. The listener may call all
 functions. Returns `false` if there is no such session, it has a listener, or the listener is NULL.

 # Safety
 The listener may be called with this context on another thread until the session is closed. If the listener itself closes the
 session, its current call is the last one.
 */
bool sanderling_listen(SanderlingSession session,
                       SanderlingListener listener,
                       void *context);

/*
 Ends an analysis early, by its name (`analysis1`); for NULL, all of them. The partial result follows. Returns `false` if there
 is no such analysis.

 # Safety
 `analysis` is NULL, or points to a text that ends in NUL.
 */
bool sanderling_cancel(SanderlingSession session,
                       const char *analysis);

/*
 Returns the part of a JSON text at a JSON Pointer (RFC 6901), such as "/report/verdict": the characters of a string, otherwise
 JSON. Returns NULL if there is nothing. Free it with sanderling_free.

 # Safety
 `json` and `pointer` are NULL, or point to texts that end in NUL.
 */
char *sanderling_at(const char *json,
                    const char *pointer);

/*
 Frees a text that a function has returned. Does nothing for NULL.

 # Safety
 `text` is NULL, or was returned by a function of this library and not freed.
 */
void sanderling_free(char *text);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* SANDERLING_H */
