// Parts of texts as ranges of VS Code.

import * as vscode from "vscode";

import type { Part } from "./text.js";

export function range({ start, end }: Part): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}
