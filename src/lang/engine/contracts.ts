/**
 * What one file promises to others, or asks of them, without either knowing the other's code: HTTP routes and requests, methods of gRPC services, fields of
 * GraphQL, topics of messages.
 *
 * Only what stands there literally: a path with holes (`/users/:id`, `/users/${id}`) is one, a path in a variable is none. Where a call stands is known from
 * the file's references, so that comments and strings say nothing; what its arguments are is read from the text behind it.
 */
import type { RawReference, SymbolKind } from "../../base/types.ts";
import { closing, splitTop } from "./resolve/text.ts";

export interface Contract {
  /** `serves`: it answers; `asks`: it calls. Of a topic who gets the messages serves. */
  side: "serves" | "asks";
  protocol: "http" | "grpc" | "graphql" | "topic";
  /** `GET /users/{}`, `Users/Get`, `Query.user`, `order.created`. Any method is `*`. */
  name: string;
  line: number;
  /** Index of the symbol that it stands in, or that it marks. */
  scope: number;
  /** What answers, as its arguments name it: `getUser`, `UserController.index`; none where the scope itself does. */
  handler: string | null;
}

/** What is asked of a symbol of the file. */
export type Scope = { kind: SymbolKind; name: string; parent: number };

const VERB = /^(get|post|put|patch|delete|head|options)(?:Async|AsJsonAsync|FromJsonAsync|StringAsync|ForObject|ForEntity)?$/i;
const VERBS = "get|post|put|patch|delete|head|options";
/** Who answers requests, by the usual names of such an object. */
const SERVER = /(?:^|[.>:])(?:app|api|server|srv|e|r|g|mux|fastify|bp|blueprint|Route|routes?|v\d+|\w*[rR]outer|\w*_bp|\w*[gG]roup)$/;
/** Who makes them. */
const CLIENT =
  /(?:^|[.>:$])(?:axios|ky|got|superagent|request|requests|httpx|https?|\$?http|session|conn|connection|faraday|Faraday|HTTParty|RestClient|reqwest|Http|R\(\)|api|agent|\w*[cC]lient|\w*Api|\w*Template)(?:\([^()]*\))?$/;
const PRODUCER = /(?:producer|publisher|template|kafka\w*|rabbit\w*|nats|nc|js|channel|ch|pub|redis\w*|bus|queue|broker|pubsub|sns)$/i;
const CONSUMER = /(?:consumer|subscriber|kafka\w*|rabbit\w*|nats|nc|js|channel|ch|sub|redis\w*|bus|queue|broker|pubsub)$/i;
/** A topic's name; a path is none. */
const TOPIC = /^[A-Za-z][\w.:-]{2,}$/;

/** Arguments of a call that are read, in characters: route tables hand over whole functions. */
const MOST = 4_000;

/**
 * Contracts of a file.
 * @param references as the file's facts have them
 * @param symbols the file's, in their order
 * @param text the file's
 */
export function contractsIn(references: readonly RawReference[], symbols: readonly Scope[], text: string): Contract[] {
  return new Contracts(references, symbols, text).all();
}

class Contracts {
  readonly #found: Contract[] = [];
  readonly #starts: number[] = [0];
  /** Paths before those of a router or group, by its name. */
  readonly #prefixes = new Map<string, string>();
  /** Decorators of each symbol. */
  readonly #marks = new Map<number, RawReference[]>();

  constructor(
    private readonly references: readonly RawReference[],
    private readonly symbols: readonly Scope[],
    private readonly text: string,
  ) {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#starts.push(at + 1);
    for (const one of references) if (one.kind === "decorate") this.#marks.set(one.scope, [...(this.#marks.get(one.scope) ?? []), one]);
  }

  all(): Contract[] {
    this.#prefixed();
    for (const one of this.references) {
      if (one.kind === "decorate") this.#marked(one);
      else if (one.kind === "call" || one.kind === "new") this.#called(one);
      else if (one.kind === "inherit" || one.kind === "implement") this.#served(one);
    }
    this.#resolvers();
    return this.#found;
  }

  #add(
    side: Contract["side"],
    protocol: Contract["protocol"],
    name: string,
    { line, scope }: RawReference,
    handler: string | null = null,
  ): void {
    this.#found.push({ side, protocol, name, line, scope, handler });
  }

  /** The arguments behind a name on its line, as written; null where none stand there. */
  #argumentsOf({ name, line, receiver }: RawReference): string[] | null {
    const start = this.#starts[line - 1];
    if (start === undefined || name === "") return null;
    const end = this.#starts[line] ?? this.text.length;
    for (let at = this.text.indexOf(name, start); at >= 0 && at < end; at = this.text.indexOf(name, at + 1)) {
      const behind = this.text.slice(at + name.length, at + name.length + MOST);
      const before = this.text[at - 1] ?? " ";
      if (/[\w$]/.test(before) || /^[\w$]/.test(behind) || /[.:>]/.test(before) === (receiver === null)) continue;
      const open = /^\s*(?:<[^()\n]*>)?\s*\(/.exec(behind);
      if (open) {
        const close = closing(behind, open[0].length - 1);
        const inner = behind.slice(open[0].length, close < 0 ? undefined : close - 1);
        return splitTop(inner, ",").map((one) => one.trim());
      }
      const template = /^\s*(`[^`]*`)/.exec(behind);
      if (template) return [template[1]!];
      const plain = /^[ \t]+(?=["':])([^\n]*)/.exec(behind);
      if (plain) return splitTop(plain[1]!.replace(/\s+do\b.*$/, ""), ",").map((one) => one.trim());
    }
    return null;
  }

  // -------------------------------------------------------------------------------------------- HTTP

  /** `v1 := r.Group("/v1")`, `bp = Blueprint(…, url_prefix="/api")`, `app.use("/api", users)`. */
  #prefixed(): void {
    for (const [, name, path] of this.text.matchAll(/\b(\w+)\s*:?=\s*[\w.]+\.(?:Group|group|MapGroup|Route)\(\s*["'`](\/[^"'`\n]*)["'`]/g))
      this.#prefixes.set(name!, path!);
    for (const [, name, path] of this.text.matchAll(
      /\b(\w+)\s*=\s*(?:\w+\.)?(?:Blueprint|APIRouter)\([^\n]*?\b(?:url_)?prefix\s*=\s*["'](\/[^"'\n]*)["']/g,
    ))
      this.#prefixes.set(name!, path!);
    for (const [, path, name] of this.text.matchAll(/\.use\(\s*["'`](\/[^"'`\n]*)["'`]\s*,\s*(\w+)\s*\)/g))
      this.#prefixes.set(name!, path!);
  }

  #marked(mark: RawReference): void {
    const { name, receiver, scope } = mark;
    const args = this.#argumentsOf(mark) ?? [];
    const holder = this.symbols[scope];
    if (!holder) return;
    const listener = /^(?:KafkaListener|RabbitListener|SqsListener|JmsListener|EventPattern|MessagePattern|StreamListener)$/.test(name);
    if (listener) {
      for (const topic of topicsIn(args, /^(?:topics|queues|destination|value)\s*=\s*/)) this.#add("serves", "topic", topic, mark);
      return;
    }
    if (/^(?:Query|Mutation|Subscription)(?:Mapping)?$|^Dgs(?:Query|Mutation)$/.test(name)) {
      const type = /Query|Mutation|Subscription/.exec(name)![0];
      const said = args
        .map((one) => /^(?:(?:name|value|field)\s*[=:]\s*)?(["'])(\w+)\1$/.exec(one)?.[2] ?? /\bname:\s*["'](\w+)["']/.exec(one)?.[1])
        .find(Boolean);
      // what a controller hands its parameters is marked alike
      if (holder.kind === "method" && this.#outer(scope)?.kind === "class")
        this.#add("serves", "graphql", `${type}.${said ?? holder.name}`, mark);
      return;
    }
    const verb =
      /^(?:Http)?(Get|Post|Put|Patch|Delete|Head|Options)(?:Mapping)?$/.exec(name)?.[1] ??
      (new RegExp(`^(?:${VERBS})$`, "i").test(name) ? name : null);
    const whole = name === "RequestMapping" || name === "route" || name === "api_route";
    const own =
      args.map((one) => literalOf(one.replace(/^(?:value|path|template|rule)\s*[=:]\s*/, ""))).find((one) => one !== null) ?? null;
    if ((verb === null && !whole) || (holder.kind !== "method" && holder.kind !== "function")) return;
    const bare = /^[A-Z]+$/.test(name) && args.join("") === "";
    const path = bare ? this.#pathMark(scope) : own;
    if (receiver !== null && path === null) return;
    const asks = (/^[A-Z]+$/.test(name) && !bare) || this.#outerMarks(scope).some((one) => one.name === "FeignClient");
    const prefix = receiver === null ? this.#classPrefix(scope) : (this.#prefixes.get(receiver) ?? "");
    if (receiver === null && path === null && prefix === "") return;
    const methods = verb !== null ? [verb.toUpperCase()] : methodsIn(args, name === "RequestMapping" ? "*" : "GET");
    for (const method of methods) this.#http(asks ? "asks" : "serves", method, `${prefix}/${path ?? ""}`, mark);
  }

  #outer(scope: number): Scope | undefined {
    const { parent } = this.symbols[scope] ?? { parent: -1 };
    return parent > 0 ? this.symbols[parent] : undefined;
  }

  #outerMarks = (scope: number): readonly RawReference[] => this.#marks.get(this.symbols[scope]?.parent ?? -1) ?? [];

  /** `@Path("/x") @GET`. */
  #pathMark(scope: number): string | null {
    const mark = this.#marks.get(scope)?.find(({ name }) => name === "Path");
    return mark ? (this.#argumentsOf(mark)?.map(literalOf)[0] ?? null) : null;
  }

  /** What a class says before the paths of its methods. */
  #classPrefix(scope: number): string {
    const mark = this.#outerMarks(scope).find(({ name }) =>
      /^(?:RequestMapping|Controller|Path|Route|RoutePrefix|Prefix|JsonController)$/.test(name),
    );
    const args = mark ? (this.#argumentsOf(mark) ?? []) : [];
    const path = args.map((one) => literalOf(one.replace(/^(?:value|path)\s*=\s*/, ""))).find((one) => one !== null) ?? "";
    const own = (this.#outer(scope)?.name ?? "").replace(/Controller$/, "").toLowerCase();
    return `/${path.replace(/\[controller\]/gi, own)}`;
  }

  #called(call: RawReference): void {
    const { name } = call;
    if (!NAMED.test(name)) return;
    const args = this.#argumentsOf(call);
    if (args === null) return;
    this.#requested(call, args);
    this.#routed(call, args);
    this.#messaged(call, args);
    if (/^(?:gql|graphql|parse|request|query|mutate)$/.test(name))
      for (const arg of args) for (const field of fieldsIn(arg)) this.#add("asks", "graphql", field, call);
    this.#stubbed(call);
  }

  /** Requests. */
  #requested(call: RawReference, args: readonly string[]): void {
    const { name, receiver } = call;
    const bare = receiver === null || /^(?:window|globalThis|self)$/.test(receiver);
    if (bare && /^(?:fetch|axios|ky|got|\$fetch)$/.test(name)) {
      const path = literalOf(args[0] ?? "");
      if (path === null) return;
      const method = /\bmethod\s*:\s*(?:(["'`])(\w+)\1)?/.exec(args.slice(1).join(","));
      if (method === null) this.#http("asks", "GET", path, call);
      else if (method[2] !== undefined) this.#http("asks", method[2].toUpperCase(), path, call);
      return;
    }
    if (/^(?:request|NewRequest|NewRequestWithContext|exchange)$/.test(name)) {
      const at = args.findIndex((one) => new RegExp(`^["'](?:${VERBS})["']$|^http\\.Method\\w+$`, "i").test(one));
      const path = at < 0 ? null : literalOf(args[at + 1] ?? "");
      if (path !== null) this.#http("asks", args[at]!.replace(/^http\.Method|["']/g, "").toUpperCase(), path, call);
      return;
    }
    const chained = name === "uri" ? new RegExp(`\\.(${VERBS})\\(\\)$`, "i").exec(receiver ?? "")?.[1] : undefined;
    const verb = chained ?? VERB.exec(name)?.[1];
    if (verb === undefined || receiver === null || (!chained && (!CLIENT.test(receiver) || isRoute(receiver, args)))) return;
    const path = literalOf(args[0] ?? "");
    if (path !== null && /^(?:[a-z]+:\/\/|\/|\{\}\/)/.test(path)) this.#http("asks", verb.toUpperCase(), path, call);
  }

  /** Routes. */
  #routed(call: RawReference, args: readonly string[]): void {
    const { name, receiver } = call;
    const path = literalOf(args[0] ?? "");
    const handler = handlerIn(args);
    const prefix = receiver === null ? "" : (this.#prefixes.get(receiver.replace(/^.*[.>]/, "")) ?? "");
    const verb = new RegExp(`^(?:Map|add_)?(${VERBS}|all|any)$`, "i").exec(name)?.[1]?.toUpperCase();
    const method = verb === "ALL" || verb === "ANY" ? "*" : verb;
    const chained = /\.route\(\s*(["'`])(\/[^"'`\n]*)\1\s*\)/.exec(receiver ?? "")?.[2];
    if (chained !== undefined && method !== undefined) this.#http("serves", method, prefix + chained, call, handlerIn(["", ...args]));
    else if (path === null) return;
    else if (/^(?:HandleFunc|Handle)$/.test(name)) {
      const [, said, rest] = /^(?:([A-Z]+) )?[^/]*(\/.*)$/.exec(path) ?? [];
      const after = this.text.slice(this.#starts[call.line - 1], this.#starts[call.line + 1]);
      const listed = [...(/\.Methods\(([^)]*)\)/.exec(after)?.[1] ?? "").matchAll(/["'](\w+)["']|Method(\w+)/g)].map(([, a, b]) =>
        (a ?? b)!.toUpperCase(),
      );
      if (rest !== undefined)
        for (const one of listed.length > 0 ? listed : [said ?? "*"]) this.#http("serves", one, prefix + rest, call, handler);
    } else if (name === "route" && receiver !== null && args.length > 1) {
      // `.route("/orders/:id", get(show).post(create))`
      for (const [, one, what] of args[1]!.matchAll(new RegExp(`\\b(${VERBS})\\(\\s*([\\w:]+)`, "g")))
        this.#http("serves", one!.toUpperCase(), prefix + path, call, what!.replace(/^.*::/, ""));
    } else if (/^(?:re_)?path$/.test(name) && receiver === null && args.length > 1 && /\burlpatterns\b/.test(this.text))
      this.#http("serves", "*", `/${path}`, call, handler);
    else if (method !== undefined && path.startsWith("/")) {
      const plainly = receiver === null && /\b(?:sinatra|Sinatra|routes|[rR]outer|routing)\b/.test(this.text);
      if (plainly || (receiver !== null && SERVER.test(receiver) && isRoute(receiver, args)))
        this.#http("serves", method, prefix + path, call, plainly && args.length < 2 ? null : handler);
    }
  }

  #http(side: Contract["side"], method: string, path: string, at: RawReference, handler: string | null = null): void {
    const plain = pathOf(path);
    if (plain !== null) this.#add(side, "http", `${method} ${plain}`, at, handler);
  }

  // -------------------------------------------------------------------------------------------- messages

  #messaged(call: RawReference, args: readonly string[]): void {
    const { name, receiver } = call;
    const word = /^(?:send|publish|produce|sendToQueue|Publish|convertAndSend|send_and_wait|basic_publish|PublishAsync|ProduceAsync|xadd)$/;
    const named = /^(?:topic|routing_key|queue|channel|exchange|topics|queues)\s*[:=]\s*/;
    if (receiver !== null && word.test(name) && PRODUCER.test(receiver))
      for (const topic of topicsIn(args, named)) this.#add("asks", "topic", topic, call);
    const consumes =
      receiver !== null &&
      /^(?:subscribe|Subscribe|QueueSubscribe|consume|Consume|basic_consume|psubscribe)$/.test(name) &&
      CONSUMER.test(receiver);
    if (consumes || /^(?:KafkaConsumer|AIOKafkaConsumer)$/.test(name))
      for (const topic of topicsIn(args, named)) this.#add("serves", "topic", topic, call, handlerIn(args));
  }

  // -------------------------------------------------------------------------------------------- gRPC

  /** Calls on what a generated stub is bound to in this file. */
  #stubbed(call: RawReference): void {
    const { name, receiver, line } = call;
    const service =
      /^New(\w+)Client$/.exec(name)?.[1] ??
      /^(\w+)Stub$/.exec(name)?.[1] ??
      (/^new(?:Blocking|Future)?Stub$/.test(name) ? /(\w+)Grpc$/.exec(receiver ?? "")?.[1] : undefined) ??
      (call.kind === "new" && receiver !== null
        ? new RegExp(`^${RegExp.escape(receiver.replace(/^.*\./, ""))}Client$`).exec(name) && receiver.replace(/^.*\./, "")
        : undefined);
    if (!service) return;
    const start = this.#starts[line - 1]!;
    const bound = /([\w$]+)\s*(?::\s*[\w.]+\s*)?:?=(?!=)/.exec(this.text.slice(start, this.#starts[line]))?.[1];
    if (bound === undefined) return;
    for (const one of this.references)
      if (one.kind === "call" && one.receiver !== null && one.receiver.replace(/^.*[.>]/, "") === bound)
        this.#add("asks", "grpc", `${service}/${upper(one.name)}`, one);
  }

  /** Methods of what stands below a generated base. */
  #served({ name, receiver, scope }: RawReference): void {
    const service =
      /^(\w+)Servicer$/.exec(name)?.[1] ??
      /^Unimplemented(\w+)Server$/.exec(name)?.[1] ??
      /^(\w+)ImplBase$/.exec(name)?.[1] ??
      (receiver !== null && name === `${receiver.replace(/^.*\./, "")}Base` ? receiver.replace(/^.*\./, "") : undefined);
    if (service === undefined) return;
    for (const [at, symbol] of this.symbols.entries())
      if (symbol.parent === scope && symbol.kind === "method" && !/^_/.test(symbol.name))
        this.#found.push({ side: "serves", protocol: "grpc", name: `${service}/${upper(symbol.name)}`, line: 0, scope: at, handler: null });
  }

  // -------------------------------------------------------------------------------------------- GraphQL

  /** Methods of `queryResolver`, of a class `Query`, and of an object under that name among resolvers. */
  #resolvers(): void {
    for (const [at, symbol] of this.symbols.entries()) {
      if (symbol.kind !== "method" && symbol.kind !== "function") continue;
      const outer = this.#outer(at);
      const type =
        /^(query|mutation|subscription)Resolver$/.exec(outer?.name ?? "")?.[1] ??
        (/\bresolvers?\b|strawberry|graphene|ObjectType/i.test(this.text)
          ? /^(Query|Mutation|Subscription)$/.exec(outer?.name ?? "")?.[1]
          : undefined);
      if (type === undefined) continue;
      const field = symbol.name.replace(/^resolve_/, "").replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
      this.#found.push({ side: "serves", protocol: "graphql", name: `${upper(type)}.${lower(field)}`, line: 0, scope: at, handler: null });
    }
    const resolver = this.symbols.findIndex(({ name }) => /resolvers?$/i.test(name));
    if (resolver < 0) return;
    for (const match of this.text.matchAll(/\b(Query|Mutation|Subscription)\s*:\s*\{/g)) {
      const type = match[1]!;
      const start = match.index + match[0].length - 1;
      const end = closing(this.text, start);
      for (const entry of splitTop(this.text.slice(start + 1, end < 0 ? start + MOST : end - 1), ",")) {
        const [, name, value] = /^\s*(?:async\s+)?(\w+)\s*(?::\s*([\w.]+)\s*$|[(:]|$)/.exec(entry) ?? [];
        if (name === undefined) continue;
        const own = this.symbols.findIndex((one, at) => one.name === name && at > 0 && (one.kind === "method" || one.kind === "function"));
        const place = { line: this.#lineAt(start), scope: own < 0 ? resolver : own };
        this.#found.push({ side: "serves", protocol: "graphql", name: `${type}.${name}`, ...place, handler: value ?? null });
      }
    }
  }

  #lineAt(offset: number): number {
    let [low, high] = [0, this.#starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }
}

/** Names of calls that are looked at. */
const NAMED = new RegExp(
  `^(?:Map|add_)?(?:${VERBS}|all|any)$|${VERB.source}|^(?:fetch|\\$fetch|axios|ky|got|uri|request|exchange|NewRequest\\w*|HandleFunc|Handle|route|path|re_path|send|publish|produce|sendToQueue|convertAndSend|send_and_wait|basic_publish|PublishAsync|ProduceAsync|xadd|subscribe|QueueSubscribe|consume|basic_consume|psubscribe|(?:AIO)?KafkaConsumer|gql|graphql|parse|query|mutate|New\\w+Client|\\w+Stub|\\w+Client)$`,
  "i",
);

/** Does a call hand over something that can answer, and not a body or options? */
function isRoute(receiver: string, args: readonly string[]): boolean {
  const last = args.at(-1) ?? "";
  return SERVER.test(receiver) && args.length > 1 && !/^(?:\{|["'`]|\d|null\b|nil\b|undefined\b|\w+\s*=[^>=])/.test(last);
}

/** The path or name in a literal, `{}` in place of what is put in; null where it is none. */
function literalOf(argument: string): string | null {
  const parts = splitTop(argument, "+").map((one) => one.trim());
  let out = "";
  for (const [at, part] of parts.entries()) {
    const [, mark, quote, inner] = /^([frbu$@]*)(["'`])([\s\S]*)\2$/i.exec(part) ?? [];
    if (inner !== undefined && !inner.includes(quote!))
      out += quote === "`" || mark !== "" ? inner.replace(/[$#]?\{[^{}]*\}/g, "{}") : inner.replace(/[$#]\{[^{}]*\}/g, "{}");
    else if (
      inner === undefined &&
      /^[\w.$()]+$/.test(part) &&
      parts.length > 1 &&
      (at > 0 ? out.endsWith("/") : /^["'`]\//.test(parts[1]!))
    )
      out += at === 0 ? "" : "{}";
    else return null;
  }
  return parts.length === 1 && out === "" && !/^["'`]/.test(argument.trim()) ? null : out;
}

/** A path as both sides write it: without host and query, `{}` for what varies; null where nothing in it is literal. */
export function pathOf(written: string): string | null {
  const path = `/${written}`.replace(/^\/+(?:[a-z][a-z0-9+.-]*:\/\/[^/]*|\{\}(?=\/))/i, "").replace(/(?<!\(|\\)[?#].*$/, "");
  if (/[\s"'`<>]{2}|\s/.test(path) || path.length > 300) return null;
  const segments = path.split("/").filter((one) => one !== "" && one !== "^" && one !== "$");
  const plain = segments.map((one) =>
    /^(?::\w+.*|\{[^{}]*\}|<[^<>]*>|\*\w*|%[sdv]|\[\w+\])$/.test(one) ? "{}" : one.replace(/\{[^{}]+\}/g, "{}"),
  );
  return plain.some((one) => /\w/.test(one)) ? `/${plain.join("/")}` : null;
}

/** Methods that a decorator lists. */
function methodsIn(args: readonly string[], otherwise: string): string[] {
  const all = args.filter((one) => /^methods?\s*=/.test(one)).join(",");
  const found = [...all.matchAll(new RegExp(`\\b(${VERBS})\\b`, "gi"))].map(([, verb]) => verb!.toUpperCase());
  return found.length > 0 ? [...new Set(found)] : [otherwise];
}

/** Topics among arguments: the first where it is one, or what is named so, lists of them included. */
function topicsIn(args: readonly string[], named: RegExp): string[] {
  const said = args.flatMap((one) => (/^\{/.test(one) ? splitTop(one.slice(1, -1), ",").map((part) => part.trim()) : [one]));
  const meant = said.filter((one) => named.test(one));
  const texts =
    meant.length > 0
      ? meant.map((one) => one.replace(named, ""))
      : /^[[{"'`]/.test(args[0] ?? "") && !/^\{/.test(args[0]!)
        ? [args[0]!]
        : [];
  return texts
    .flatMap((one) => [...one.matchAll(/(["'`])([^"'`\n]*)\1/g)].map(([, , topic]) => topic!))
    .filter((topic) => TOPIC.test(topic));
}

/** What the last arguments name as the one that answers. */
function handlerIn(args: readonly string[]): string | null {
  const [controller, action] = [args.at(-2) ?? "", args.at(-1) ?? ""];
  // `UserController, :index` and `to: "users#index"`
  if (/^:\w+$/.test(action) && /^[A-Z][\w.]*$/.test(controller)) return `${controller}.${action.slice(1)}`;
  const [, list, method] = /^\[\s*([\w\\]+)::class\s*,\s*["'](\w+)["']\s*\]$/.exec(action) ?? [];
  if (list !== undefined) return `${list.replace(/^.*\\/, "")}.${method}`;
  return args.length > 1 && /^[A-Za-z_$][\w$.:]*$/.test(action) ? action.replace(/::/g, ".") : null;
}

const upper = (name: string): string => name[0]!.toUpperCase() + name.slice(1);
const lower = (name: string): string => name[0]!.toLowerCase() + name.slice(1);

/** Fields that a query asks for at its top: `Query.user`. */
function fieldsIn(argument: string): string[] {
  const text = /^(?:gql|graphql)?\s*(["'`]{1,3})([\s\S]*)\1$/.exec(argument)?.[2];
  const [, type, open] = (text !== undefined && /^\s*(?:(query|mutation|subscription)\b[^{]*)?(\{)/.exec(text)) || [];
  if (text === undefined || open === undefined) return [];
  const fields: string[] = [];
  let depth = 0;
  for (const [token] of text.slice(text.indexOf("{")).matchAll(/\{|\}|\([^()]*\)|@?[$\w]+\s*:?|\.\.\./g)) {
    if (token === "{") depth++;
    else if (token === "}") depth--;
    else if (depth === 1 && /^\w+\s*$/.test(token)) fields.push(`${upper(type ?? "query")}.${token.trim()}`);
  }
  return fields;
}

/** Does what one asks for mean what another serves? */
export function fits(asked: string, served: string): boolean {
  const [method, path] = asked.split(" ");
  const [other, pattern] = served.split(" ");
  if (path === undefined || pattern === undefined) return asked === served;
  if (method !== other && method !== "*" && other !== "*") return false;
  const [a, b] = [path.split("/"), pattern.split("/")];
  return a.length === b.length && b.every((segment, at) => segment === a[at] || (segment === "{}" && a[at] !== ""));
}
