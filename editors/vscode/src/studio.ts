// The studio: a page that the program serves on this machine while it is shown.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** An open studio. */
export interface Studio {
  /** The address of the page, with a secret token. */
  address: string;
  /** Ends the studio. */
  close(): void;
}

/**
 * Opens a file in the studio, for a frame in the editor.
 *
 * @throws the error of the program if it cannot open the file.
 */
export function openStudio(program: string, file: string, more: readonly string[] = []): Promise<Studio> {
  const child = spawn(program, ["studio", file, "--framed", ...more], { stdio: ["ignore", "pipe", "pipe"] });
  let problem = "";
  child.stderr.on("data", (bytes: Buffer) => (problem += bytes.toString()));
  return new Promise((resolve, reject) => {
    child.on("error", (error) => reject(new Error(`${program} cannot be started: ${error.message}`)));
    child.on("close", () => reject(new Error(problem.trim() || "the studio has ended")));
    createInterface(child.stdout).once("line", (address) => resolve({ address, close: () => child.kill() }));
  });
}

/** Returns a page that frames the studio. Its policy allows only the address of the studio. */
export function framing(address: string): string {
  const { origin } = new URL(address);
  const policy = `default-src 'none'; frame-src ${origin}; style-src 'unsafe-inline'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<style>html, body, iframe { border: 0; margin: 0; padding: 0; width: 100%; height: 100%; overflow: hidden; }</style>
<title>Sanderling</title>
</head>
<body><iframe src="${address}" title="Sanderling's studio" allow="clipboard-write"></iframe></body>
</html>
`;
}
