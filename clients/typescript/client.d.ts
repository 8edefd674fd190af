// The former name of `sanderling/process`, for version 0.1 only.

export * from "../javascript/process.js";
