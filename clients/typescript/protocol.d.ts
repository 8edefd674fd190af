// The former name of `sanderling/protocol`, for version 0.1 only.

export type * from "../javascript/protocol.js";
