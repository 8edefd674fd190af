// The studio in a panel beside the text, one for each file. Saving the file reloads it.

import * as vscode from "vscode";

import { framing, openStudio, type Studio } from "./studio.js";

export class Panels implements vscode.Disposable {
  readonly #open = new Map<string, vscode.WebviewPanel>();

  async show(uri: vscode.Uri, program: string, more: readonly string[]): Promise<void> {
    const file = uri.fsPath;
    const there = this.#open.get(file);
    if (there) {
      there.reveal();
      return;
    }
    const studio = await openStudio(program, file, more);
    const title = `${uri.path.split("/").at(-1)} — studio`;
    const options = { enableScripts: false, retainContextWhenHidden: true };
    const panel = vscode.window.createWebviewPanel("sanderling.studio", title, vscode.ViewColumn.Beside, options);
    this.#open.set(file, panel);
    this.#fill(panel, studio);
    const saved = vscode.workspace.onDidSaveTextDocument((document) => {
      if (document.uri.fsPath === file) this.#fill(panel, studio);
    });
    panel.onDidDispose(() => {
      saved.dispose();
      studio.close();
      this.#open.delete(file);
    });
  }

  #fill(panel: vscode.WebviewPanel, { address }: Studio): void {
    // An empty page in between makes the panel load the page again.
    panel.webview.html = "";
    panel.webview.html = framing(address);
  }

  dispose(): void {
    for (const panel of [...this.#open.values()]) panel.dispose();
  }
}
