// Lenses: `run` above each property in a comment, and general questions above the model.

import * as vscode from "vscode";

import type { Question } from "./model.js";
import { propertiesOf, type Language, type Property } from "./properties.js";
import { range } from "./ranges.js";

/** A question as the argument of a command. */
export interface LensQuestion {
  uri: string;
  question: Question;
  /** The property, if it is one in a comment. */
  property?: Property;
}

export class Lenses implements vscode.CodeLensProvider {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#changed.event;
  /** The last answers in a line, by document and question. They are forgotten when the document changes. */
  readonly #answers = new Map<string, Map<string, string>>();

  /** Keeps the answer to a question. */
  answered({ uri, question }: LensQuestion, line: string): void {
    const answers = this.#answers.get(uri) ?? new Map<string, string>();
    answers.set(JSON.stringify(question), line);
    this.#answers.set(uri, answers);
    this.#changed.fire();
  }

  /** Forgets the answers about a document. */
  forget(uri: string): void {
    if (this.#answers.delete(uri)) this.#changed.fire();
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const uri = document.uri.toString();
    const top = new vscode.Range(0, 0, 0, 0);
    const lens = (at: vscode.Range, title: string, about: LensQuestion) => {
      const answer = this.#answers.get(uri)?.get(JSON.stringify(about.question));
      return new vscode.CodeLens(at, { title: answer ? `${title} — ${answer}` : title, command: "sanderling.ask", arguments: [about] });
    };
    const properties = propertiesOf(document.getText(), document.languageId as Language);
    return [
      lens(top, "▶ can it get stuck?", { uri, question: { question: "deadlock" } }),
      lens(top, "▶ explore", { uri, question: { question: "explore" } }),
      new vscode.CodeLens(top, { title: "studio", command: "sanderling.studio", arguments: [document.uri] }),
      ...properties.map((property) => {
        const question: Question =
          property.text === "deadlock" ? { question: "deadlock" } : { question: "check", properties: [property.text] };
        return lens(range(property.part), "▶ run", { uri, question, property });
      }),
    ];
  }
}
