// The extension: sends documents to the engine while they are edited, and shows the results in VS Code.

import { RequestFailed, ServerGone } from "sanderling/process";
import * as vscode from "vscode";

import { Lenses, type LensQuestion } from "./lenses.js";
import { message, Models, type Diagnostic, type Finding, type Settings } from "./model.js";
import { outline, type Element, type Kind } from "./outline.js";
import { Panels } from "./panel.js";
import { partOf } from "./properties.js";
import { range } from "./ranges.js";
import { line, text } from "./verdict.js";

/** Time without a change before a text is read, in milliseconds. */
const REST = 300;
/** Maximum length of a text that is read. */
const LARGEST = 4 << 20;

const KINDS: Record<Kind, vscode.SymbolKind> = {
  place: vscode.SymbolKind.Field,
  transition: vscode.SymbolKind.Event,
  process: vscode.SymbolKind.Class,
  variable: vscode.SymbolKind.Variable,
  channel: vscode.SymbolKind.Interface,
  step: vscode.SymbolKind.Event,
  assertion: vscode.SymbolKind.Boolean,
  group: vscode.SymbolKind.Namespace,
};

function settings(): Settings {
  const all = vscode.workspace.getConfiguration("sanderling");
  return {
    program: all.get("program", "sanderling"),
    maxMemory: all.get("maxMemory", "2G"),
    maxSeconds: all.get("maxSeconds", 60),
    dveSemantics: all.get("dveSemantics", "ltsmin"),
  };
}

function isModel(document: vscode.TextDocument): boolean {
  return document.languageId === "pnml" || document.languageId === "dve";
}

/** The name of a document for the engine. Its extension determines the format. */
function nameOf(document: vscode.TextDocument): string {
  const end = `.${document.languageId}`;
  const name = document.uri.toString();
  return name.endsWith(end) ? name : `${name}${end}`;
}

/** The extension while it is active. */
class Extension {
  readonly models = new Models(settings);
  readonly lenses = new Lenses();
  readonly panels = new Panels();
  readonly #output = vscode.window.createOutputChannel("Sanderling");
  readonly #found = vscode.languages.createDiagnosticCollection("sanderling");
  /** The timers of changed documents, by URI. */
  readonly #resting = new Map<string, NodeJS.Timeout>();
  #isGone = false;

  /** Reads a document after `REST` without a change. */
  changed(document: vscode.TextDocument): void {
    if (!isModel(document)) return;
    const uri = document.uri.toString();
    this.lenses.forget(uri);
    clearTimeout(this.#resting.get(uri));
    this.#resting.set(uri, setTimeout(() => void this.read(document), REST));
  }

  /** Reads a document now. Returns the name of its net, if it has no errors. */
  async read(document: vscode.TextDocument): Promise<string | undefined> {
    if (!isModel(document) || document.isClosed) return undefined;
    const content = document.getText();
    if (content.length > LARGEST) return undefined;
    const { version } = document;
    try {
      const loaded = await this.models.load(nameOf(document), content);
      if (document.version === version) this.#show(document, loaded.findings);
      return "net" in loaded ? loaded.net : undefined;
    } catch (error) {
      this.#lost(error);
      return undefined;
    }
  }

  closed(document: vscode.TextDocument): void {
    if (!isModel(document)) return;
    clearTimeout(this.#resting.get(document.uri.toString()));
    this.#found.delete(document.uri);
    this.models.forget(nameOf(document)).catch((error: unknown) => this.#lost(error));
  }

  async symbols(document: vscode.TextDocument): Promise<vscode.DocumentSymbol[]> {
    const net = await this.read(document);
    if (net === undefined) return [];
    const symbol = (element: Element): vscode.DocumentSymbol => {
      const where = range(element.part);
      const symbol = new vscode.DocumentSymbol(element.name, element.detail, KINDS[element.kind], where, where);
      symbol.children = element.children.map(symbol_);
      return symbol;
    };
    const symbol_ = symbol;
    return outline(await this.models.structure(net), document.getText()).map(symbol);
  }

  /** Analyses a question, and shows the verdict in the lens and in the output. */
  async ask(about: LensQuestion): Promise<void> {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(about.uri));
    const net = await this.read(document);
    if (net === undefined) {
      void vscode.window.showErrorMessage("Sanderling: the model has errors; see Problems.");
      return;
    }
    const { version } = document;
    const title = about.property?.text ?? about.question.question;
    const where = { location: vscode.ProgressLocation.Window, title: `Sanderling: ${title}`, cancellable: true };
    await vscode.window.withProgress(where, async (progress, token) => {
      const stop = new AbortController();
      token.onCancellationRequested(() => stop.abort());
      try {
        const report = await this.models.ask(net, about.question, stop.signal, (states) => progress.report({ message: `${states} states` }));
        if (document.version === version) this.lenses.answered(about, line(report));
        this.#output.appendLine(`${vscode.workspace.asRelativePath(document.uri)}: ${title}\n${text(report)}\n`);
        this.#output.show(true);
      } catch (error) {
        if (error instanceof RequestFailed) this.#refused(document, about, error);
        else this.#lost(error);
      }
    });
  }

  async studio(uri = vscode.window.activeTextEditor?.document.uri): Promise<void> {
    if (!uri) return;
    if (uri.scheme !== "file") {
      void vscode.window.showErrorMessage("Sanderling: save the model as a file, which the studio shows.");
      return;
    }
    const { program, maxMemory, dveSemantics } = settings();
    const more = uri.path.endsWith(".dve") ? ["--dve-semantics", dveSemantics] : [];
    try {
      await this.panels.show(uri, program, ["--memory", maxMemory, ...more]);
    } catch (error) {
      void vscode.window.showErrorMessage(`Sanderling: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  async dispose(): Promise<void> {
    for (const timer of this.#resting.values()) clearTimeout(timer);
    this.panels.dispose();
    this.#found.dispose();
    this.#output.dispose();
    await this.models.close();
  }

  #show(document: vscode.TextDocument, findings: readonly Finding[]): void {
    const severities = { error: vscode.DiagnosticSeverity.Error, warning: vscode.DiagnosticSeverity.Warning };
    const shown = findings.map(({ part, severity, message }) => {
      const one = new vscode.Diagnostic(range(part), message, severities[severity]);
      one.source = "sanderling";
      return one;
    });
    this.#found.set(document.uri, shown);
  }

  /** Shows the errors of a property in its comment. */
  #refused(document: vscode.TextDocument, about: LensQuestion, error: RequestFailed): void {
    const { property } = about;
    const diagnostics = error.diagnostics as Diagnostic[];
    if (!property || diagnostics.length === 0) {
      void vscode.window.showErrorMessage(`Sanderling: ${error.message}`);
      return;
    }
    const shown = diagnostics.map((one) => new vscode.Diagnostic(range(partOf(property, one)), message(one)));
    this.#found.set(document.uri, [...(this.#found.get(document.uri) ?? []), ...shown]);
    this.lenses.answered(about, "not understood");
  }

  /** Logs an error. If the engine has ended or cannot be started, shows one message. */
  #lost(error: unknown): void {
    const why = error instanceof Error ? error.message : String(error);
    this.#output.appendLine(why);
    if (!(error instanceof ServerGone) || this.#isGone) return;
    this.#isGone = true;
    void vscode.window.showErrorMessage(`Sanderling: ${why}. Install the program, or set "sanderling.program" to its path.`);
    void this.models.close();
  }

  /** Restarts the engine with other settings. */
  async restart(): Promise<void> {
    this.#isGone = false;
    await this.models.close();
    for (const document of vscode.workspace.textDocuments) this.changed(document);
  }
}

let extension: Extension | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const active = new Extension();
  extension = active;
  const selector = [{ language: "pnml" }, { language: "dve" }];
  const ofEditor = (question: "deadlock" | "explore") => () => {
    const uri = vscode.window.activeTextEditor?.document.uri.toString();
    return uri === undefined ? undefined : active.ask({ uri, question: { question } });
  };
  context.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument((document) => active.changed(document)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => active.changed(document)),
    vscode.workspace.onDidCloseTextDocument((document) => active.closed(document)),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("sanderling")) void active.restart();
    }),
    vscode.languages.registerDocumentSymbolProvider(selector, { provideDocumentSymbols: (document) => active.symbols(document) }),
    vscode.languages.registerCodeLensProvider(selector, active.lenses),
    vscode.commands.registerCommand("sanderling.ask", (about: LensQuestion) => active.ask(about)),
    vscode.commands.registerCommand("sanderling.deadlock", ofEditor("deadlock")),
    vscode.commands.registerCommand("sanderling.explore", ofEditor("explore")),
    vscode.commands.registerCommand("sanderling.cancel", () => active.models.cancel()),
    vscode.commands.registerCommand("sanderling.studio", (uri?: vscode.Uri) => active.studio(uri)),
  );
  for (const document of vscode.workspace.textDocuments) active.changed(document);
}

export async function deactivate(): Promise<void> {
  await extension?.dispose();
}
