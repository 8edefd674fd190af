// The code that both connections share. core.d.ts has the types.

/** The code of a request about an analysis that has ended. */
export const NO_ANALYSIS = 3;

export class RequestFailed extends Error {
  constructor(method, { code, message, data }) {
    super(`${method}: ${message}`);
    this.name = "RequestFailed";
    this.method = method;
    this.code = code;
    this.data = data;
    this.refusal = { code, message, data };
  }

  get diagnostics() {
    return Array.isArray(this.data) ? this.data : [];
  }
}

/** Settles a promise by a reply: `take` receives the result. */
export const settler = (method, { resolve, reject }, take) => ({ result, error }) => (error ? reject(new RequestFailed(method, error)) : resolve(take(result)));

/** Calls `abort` when the signal aborts, until the promise is settled or the returned function is called. */
export function whileOpen(promise, signal, abort) {
  const leave = () => signal?.removeEventListener("abort", abort);
  signal?.addEventListener("abort", abort, { once: true });
  promise.then(leave, leave);
  return leave;
}

/** Returns a promise and its functions, as `Promise.withResolvers` of later versions. */
export function withResolvers() {
  let resolve, reject;
  const promise = new Promise((...both) => ([resolve, reject] = both));
  return { promise, resolve, reject };
}
