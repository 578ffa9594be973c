import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-jsonrpc/node.js";

/** A place as the protocol counts it: from 0. */
export interface Place {
  readonly line: number;
  readonly character: number;
}

export interface Diagnostic {
  readonly range: { readonly start: Place; readonly end: Place };
  readonly message: string;
}

export interface Completion {
  readonly label: string;
  readonly documentation?: string | { readonly value: string };
}

/** Visual Studio Code's language server for JSON, as an editor talks to it. */
export class JsonLanguageServer {
  readonly #process: ChildProcess;
  readonly #connection: MessageConnection;
  #opened = 0;

  private constructor(process: ChildProcess, connection: MessageConnection) {
    this.#process = process;
    this.#connection = connection;
  }

  static async start(folder: string): Promise<JsonLanguageServer> {
    const main = createRequire(import.meta.url).resolve(
      "vscode-langservers-extracted/bin/vscode-json-language-server",
    );
    const server = spawn(process.execPath, [main, "--stdio"], {
      cwd: folder,
      stdio: ["pipe", "pipe", "inherit"],
    });
    const connection = createMessageConnection(
      new StreamMessageReader(server.stdout),
      new StreamMessageWriter(server.stdin),
    );
    connection.listen();
    await connection.sendRequest("initialize", {
      processId: process.pid,
      rootUri: pathToFileURL(folder).href,
      capabilities: {
        textDocument: {
          hover: { contentFormat: ["markdown"] },
          completion: { completionItem: { documentationFormat: ["markdown"], snippetSupport: true } },
          diagnostic: {},
        },
        workspace: { diagnostics: {} },
      },
      initializationOptions: { handledSchemaProtocols: ["file"] },
    });
    await connection.sendNotification("initialized", {});
    return new JsonLanguageServer(server, connection);
  }

  /** Opens a file whose text has a `|` where the cursor stands, if it has one. */
  async open(path: string, marked: string): Promise<OpenFile> {
    const before = marked.split("|")[0] ?? "";
    const lines = before.split("\n");
    const cursor = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
    const uri = `${pathToFileURL(path).href}`;
    const text = marked.replace("|", "");
    this.#opened += 1;
    await this.#connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri, languageId: "json", version: this.#opened, text },
    });
    return new OpenFile(this.#connection, uri, cursor);
  }

  async stop(): Promise<void> {
    await this.#connection.sendRequest("shutdown");
    const ended = new Promise((resolve) => this.#process.once("exit", resolve));
    await this.#connection.sendNotification("exit");
    await ended;
    this.#connection.dispose();
  }
}

/** A file that the editor has open, with the cursor in it. */
class OpenFile {
  constructor(
    readonly connection: MessageConnection,
    readonly uri: string,
    readonly cursor: Place,
  ) {}

  async completions(): Promise<readonly Completion[]> {
    const { items } = (await this.#ask("completion", { position: this.cursor })) as { items: Completion[] };
    return items;
  }

  async hover(): Promise<string> {
    const { contents } = (await this.#ask("hover", { position: this.cursor })) as { contents: unknown };
    return [contents]
      .flat()
      .map((each) => (typeof each === "string" ? each : (each as { value: string }).value))
      .join("\n");
  }

  async diagnostics(): Promise<readonly Diagnostic[]> {
    const { items } = (await this.#ask("diagnostic", {})) as { items: Diagnostic[] };
    return items;
  }

  #ask(what: string, more: object): Promise<unknown> {
    return this.connection.sendRequest(`textDocument/${what}`, { textDocument: { uri: this.uri }, ...more });
  }
}
