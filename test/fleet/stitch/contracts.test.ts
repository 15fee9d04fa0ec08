/** Requests and routes, stubs and services, fields and resolvers, messages and who gets them: what a file says, and what is joined between members. */
import { afterAll, describe, expect, test } from "bun:test";
import { type Stitch, Stitching } from "../../../src/fleet/stitch/stitch.ts";
import { contractsIn, fits, pathOf } from "../../../src/lang/engine/contracts.ts";
import { type Files, Workspace } from "../_workspace.ts";

const made: Workspace[] = [];
afterAll(() => {
  for (const one of made) one[Symbol.dispose]();
});

async function stitched<T>(repositories: Record<string, Files>, ask: (stitching: Stitching) => T): Promise<T> {
  const workspace = new Workspace(repositories);
  made.push(workspace);
  const members = await workspace.fleet(Object.keys(repositories));
  const stitching = new Stitching(members.opened);
  try {
    return ask(stitching);
  } finally {
    stitching.close();
    members.close();
  }
}

/** What the only file of a tree says. */
const said = (path: string, text: string): Promise<string[]> =>
  stitched({ one: { [path]: text } }, (stitching) => {
    const store = stitching.storeOf("one");
    const { id } = store.fileByPath(path)!;
    const symbols = store.symbolsOfFile(id);
    const ids = symbols.map((symbol) => symbol.id);
    const scopes = symbols.map(({ kind, name, parent }) => ({ kind, name, parent: parent === null ? -1 : ids.indexOf(parent) }));
    return contractsIn(store.referencesOf(id), scopes, text).map(
      ({ side, protocol, name, scope, handler }) =>
        `${side} ${protocol} ${name} in ${symbols[scope]!.qualified}${handler === null ? "" : ` by ${handler}`}`,
    );
  });

describe("what a file promises and asks for", () => {
  const files: Record<string, [text: string, contracts: string[]]> = {
    "a.java": [
      '@RestController\n@RequestMapping("/api/users")\nclass Users {\n  @GetMapping("/{id}")\n  User find(String id) { return null; }\n  @RequestMapping(value = "/all", method = RequestMethod.POST)\n  void all() {}\n}\ninterface Api {\n  @GET("users/{id}") Call<User> user(@Path("id") String id);\n}\n',
      [
        "serves http GET /api/users/{} in Users.find",
        "serves http POST /api/users/all in Users.all",
        "asks http GET /users/{} in Api.user",
      ],
    ],
    "b.py": [
      'bp = Blueprint("x", __name__, url_prefix="/api")\n\n\n@app.route("/users/<int:id>", methods=["GET", "POST"])\ndef user(id):\n    # requests.get("/never")\n    requests.get(f"{BASE}/orders/{id}")\n\n\n@bp.get("/x")\nasync def x(): pass\n\n\nclass Service(users_pb2_grpc.UsersServicer):\n    def Get(self, request, context): pass\n\n\ndef use(path):\n    stub = users_pb2_grpc.UsersStub(channel)\n    stub.Get(1)\n    producer.send("order.created", b"x")\n    requests.get(path)\n',
      [
        "serves http GET /users/{} in user",
        "serves http POST /users/{} in user",
        "asks http GET /orders/{} in user",
        "serves http GET /api/x in x",
        "serves grpc Users/Get in Service.Get",
        "asks grpc Users/Get in use",
        "asks topic order.created in use",
      ],
    ],
    "c.ts": [
      'app.get("/users/:id", getUser);\napp.post("/users", async (req, res) => { res.json({}); });\nfunction getUser(req, res) {}\nexport async function load(id: string) {\n  await fetch(`\u0024{BASE}/users/\u0024{id}?all=1`);\n  await axios.post("https://host:80/users", { a });\n  await fetch("/users/" + id, { method: "DELETE" });\n  gql`query Q($id: ID!) { user(id: $id) { name } other: orders { id } }`;\n}\nconst resolvers = { Query: { user: (_, args) => find(args), orders() { return []; } } };\n@Controller("cats")\nclass Cats { @Get(":id") one() {} }\n',
      [
        "serves http GET /users/{} in c.ts by getUser",
        "serves http POST /users in c.ts",
        "asks http GET /users/{} in load",
        "asks http POST /users in load",
        "asks http DELETE /users/{} in load",
        "asks graphql Query.user in load",
        "asks graphql Query.orders in load",
        "serves http GET /cats/{} in Cats.one",
        "serves graphql Query.user in resolvers.user",
        "serves graphql Query.orders in resolvers.orders",
      ],
    ],
    "d.go": [
      'package main\n\nfunc main() {\n\thttp.HandleFunc("GET /users/{id}", handleUser)\n\tv1 := r.Group("/v1")\n\tv1.GET("/orders/:id", getOrder)\n\thttp.Get("http://svc/users/1")\n\thttp.NewRequest("POST", base+"/users", nil)\n\tc := pb.NewUsersClient(conn)\n\tc.Get(ctx, nil)\n}\n\ntype server struct {\n\tpb.UnimplementedUsersServer\n}\n\nfunc (s *server) Get() {}\nfunc (r *queryResolver) User() {}\nfunc getOrder() {}\nfunc handleUser() {}\n',
      [
        "serves http GET /users/{} in main by handleUser",
        "serves http GET /v1/orders/{} in main by getOrder",
        "asks http GET /users/1 in main",
        "asks http POST /users in main",
        "asks grpc Users/Get in main",
        "serves grpc Users/Get in server.Get",
      ],
    ],
    "e.rb": [
      'require "sinatra"\nget "/users/:id" do\n  Faraday.get("/orders/#{id}")\nend\n',
      ["serves http GET /users/{} in e.rb", "asks http GET /orders/{} in e.rb"],
    ],
    "f.rs": [
      '#[get("/users/<id>")]\nfn user(id: u32) {}\nfn app() { Router::new().route("/orders/:id", get(order).post(create)); reqwest::get("http://x/users/1"); }\n',
      [
        "serves http GET /users/{} in user",
        "serves http GET /orders/{} in app by order",
        "serves http POST /orders/{} in app by create",
        "asks http GET /users/1 in app",
      ],
    ],
    "g.cs": [
      '[Route("api/[controller]")]\nclass UsersController { [HttpGet("{id}")] public string Get(int id) { return ""; } }\nclass X { async void Y() { await client.GetAsync("/api/users/1"); app.MapGet("/x", Z); } void Z() {} }\n',
      ["serves http GET /api/users/{} in UsersController.Get", "asks http GET /api/users/1 in X.Y", "serves http GET /x in X.Y by Z"],
    ],
  };
  for (const [path, [text, contracts]] of Object.entries(files))
    test(path, async () => {
      expect((await said(path, text)).sort()).toEqual(contracts.toSorted());
    });

  test("paths and what they fit", () => {
    expect(["http://h:1/a/1?q#f", "/a/:id(\\d+)", "a/<int:id>/", "{}/a", "/", "/:id", "/a b"].map(pathOf)).toEqual([
      "/a/1",
      "/a/{}",
      "/a/{}",
      "/a",
      null,
      null,
      null,
    ]);
    expect(fits("GET /users/1", "GET /users/{}")).toBe(true);
    expect(fits("GET /users/{}", "GET /users/me")).toBe(false);
    expect(fits("POST /users/1", "GET /users/{}")).toBe(false);
    expect(fits("POST /users/1", "* /users/{}")).toBe(true);
    expect(fits("GET /users/1/x", "GET /users/{}")).toBe(false);
  });
});

const line = ({ from, to, contract, resolution }: Stitch): string =>
  `${from.member}/${from.path}:${from.line} ${from.symbol.name} -> ${to.member} ${to.symbol.qualified} ${contract} ${resolution}`;

describe("what is joined", () => {
  const server = {
    "server.js":
      'app.get("/users/:id", showUser);\nfunction showUser(req, res) {}\nconsumer.subscribe({ topic: "order.created" }, onOrder);\nfunction onOrder() {}\n',
  };
  const client = {
    "client.ts":
      'export async function load(id: string) {\n  await fetch("/users/" + id);\n  await fetch("/nobody");\n  producer.send({ topic: "order.created" });\n}\n',
  };

  test("a request leads to the function that answers it, asked from either side", async () => {
    await stitched({ server, client }, (stitching) => {
      const expected = [
        "client/client.ts:2 load -> server showUser http GET /users/{} contract",
        "client/client.ts:4 load -> server onOrder topic order.created contract",
      ];
      expect([...stitching.stitches()].map(line)).toEqual(expected);
      const [load] = stitching.storeOf("client").symbolsByName("load");
      expect(stitching.usedBy("client", load!).uses.map(line)).toEqual(expected);
      const [show] = stitching.storeOf("server").symbolsByName("showUser");
      expect(stitching.usesOf("server", show!).uses.map(line)).toEqual(expected.slice(0, 1));
    });
  });

  test("what two members answer is nobody's, and both are named; a topic is everybody's who gets it", async () => {
    await stitched({ server, rival: server, client }, (stitching) => {
      expect([...stitching.stitches()].map(line)).toEqual([
        "client/client.ts:4 load -> server onOrder topic order.created contract",
        "client/client.ts:4 load -> rival onOrder topic order.created contract",
      ]);
      expect(stitching.warnings.map(({ code, message }) => `${code}: ${message}`)).toEqual([
        "contract-claimed: client asks for http GET /users/{} (client.ts:2), which server (server.js:1) and rival (server.js:1) all answer: which of them is meant is not guessed.",
      ]);
    });
  });

  test("what a member answers itself it asks nobody else for", async () => {
    await stitched({ server, client: { ...client, ...server } }, (stitching) => {
      expect([...stitching.stitches()].filter(({ contract }) => contract?.startsWith("http"))).toEqual([]);
    });
  });
});
