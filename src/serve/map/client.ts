/// <reference lib="dom" />
/**
 * What runs in the page of `manifold map`. The function is put into the page as text (`toString`), so it stands alone: nothing outside it is
 * used but the browser's own.
 */
import type { Model, PageData } from "./model.ts";

/** Draws, and reacts to the reader. The address after # says what is shown (`q`, `at`, `edges`, `names`, `theme`), so that a view can be kept. */
export function startPage(makeModel: (data: PageData) => Model): void {
  const byId = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
  const data = JSON.parse(byId("data").textContent ?? "") as PageData;
  const model = makeModel(data);
  const canvas = byId<HTMLCanvasElement>("canvas");
  const context = canvas.getContext("2d")!;
  const search = byId<HTMLInputElement>("search");
  const showEdges = byId<HTMLInputElement>("edges");
  const showNames = byId<HTMLInputElement>("names");
  const hidden = new Set<number>();
  let view: { scale: number; left: number; top: number } = { scale: 1, left: 0, top: 0 };
  let width = 0;
  let height = 0;
  let selected = -1;
  let hovered = -1;
  let found: number[] | null = null;
  let pending = false;

  const element = (tag: string, text: string, kind?: string): HTMLElement => {
    const made = document.createElement(tag);
    made.textContent = text;
    if (kind) made.className = kind;
    return made;
  };
  // What is left over has no colour of its own.
  const hue = (module: number): string => (data.modules[module] === "" && data.modules.length > 1 ? "--dim" : `--c${module % 12}`);
  const moduleName = (prefix: string): string => (prefix === "" ? "(other)" : prefix.replace(/\/$/, ""));

  // ------------------------------------------------------------------------------------------ drawing

  const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  const drawNames = (): void => {
    const font = (title: boolean): string => (title ? "600 14px system-ui, sans-serif" : "12px system-ui, sans-serif");
    const widthOf = (text: string, title: boolean): number => {
      context.font = font(title);
      return context.measureText(text).width;
    };
    context.textAlign = "center";
    context.lineJoin = "round";
    context.lineWidth = 4;
    // On paper of their own, so that they are read over any dots.
    context.strokeStyle = colour("--paper");
    for (const { x, y, title, words } of model.captions(view, width, height, 16, widthOf))
      for (const [text, down, fill] of [
        [title, 0, "--ink"],
        [words, 16, "--dim"],
      ] as const) {
        if (text === "") continue;
        context.font = font(down === 0);
        context.strokeText(text, x, y + down);
        context.fillStyle = colour(fill);
        context.fillText(text, x, y + down);
      }
  };

  const draw = (): void => {
    pending = false;
    const ratio = window.devicePixelRatio || 1;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = colour("--paper");
    context.fillRect(0, 0, width, height);
    const zoomed = Math.max(0, Math.log2(view.scale / Math.min(width, height)));
    const size = Math.min(9, Math.max(1.1, Math.min(3.8, 170 / Math.sqrt(model.count))) + zoomed * 0.9);
    const at = (point: number): [number, number] => [data.x[point]! * view.scale + view.left, data.y[point]! * view.scale + view.top];
    const line = (from: number, to: number): void => {
      context.moveTo(...at(from));
      context.lineTo(...at(to));
    };
    if (showEdges.checked) {
      context.strokeStyle = colour("--edge");
      context.globalAlpha = data.edges.length > 60_000 ? 0.06 : 0.14;
      context.lineWidth = 0.7;
      context.beginPath();
      for (let edge = 0; edge < data.edges.length; edge += 3)
        if (!hidden.has(data.module[data.edges[edge]!]!) && !hidden.has(data.module[data.edges[edge + 1]!]!))
          line(data.edges[edge]!, data.edges[edge + 1]!);
      context.stroke();
    }
    const matches = found === null ? null : new Set(found);
    const dots = (points: Iterable<number>, fill: string, alpha: number, grow: number): void => {
      context.fillStyle = fill;
      context.globalAlpha = alpha;
      context.beginPath();
      const r = size * grow;
      for (const point of points) {
        const [x, y] = at(point);
        if (x < -r || y < -r || x > width + r || y > height + r) continue;
        if (r < 2.4) context.rect(x - r, y - r, 2 * r, 2 * r);
        else {
          context.moveTo(x + r, y);
          context.arc(x, y, r, 0, 7);
        }
      }
      context.fill();
    };
    const groups = data.modules.map((): number[] => []);
    for (let point = 0; point < model.count; point++) groups[data.module[point]!]!.push(point);
    for (const [module, points] of groups.entries()) {
      if (hidden.has(module)) continue;
      const fill = colour(hue(module));
      if (matches === null) dots(points, fill, 0.85, 1);
      else {
        dots(
          points.filter((point) => !matches.has(point)),
          fill,
          0.12,
          1,
        );
        dots(
          points.filter((point) => matches.has(point)),
          fill,
          1,
          1.5,
        );
      }
    }
    if (selected >= 0) {
      context.globalAlpha = 0.9;
      context.lineWidth = 1.2;
      for (const out of [false, true]) {
        context.strokeStyle = colour(out ? "--out" : "--in");
        context.beginPath();
        for (const { other, out: leads } of model.links(selected)) if (leads === out) line(selected, other);
        context.stroke();
      }
      dots(
        model.links(selected).map(({ other }) => other),
        colour("--ink"),
        1,
        1.1,
      );
    }
    for (const point of [hovered, selected]) {
      if (point < 0) continue;
      context.globalAlpha = 1;
      context.lineWidth = 2;
      context.strokeStyle = colour("--ink");
      context.beginPath();
      context.arc(...at(point), size * 1.6 + 2, 0, 7);
      context.stroke();
    }
    context.globalAlpha = 1;
    if (showNames.checked) drawNames();
    // For whoever measures it: milliseconds from the request to the first picture.
    document.documentElement.dataset.drawn ??= String(Math.round(performance.now()));
  };
  const redraw = (): void => {
    if (pending) return;
    pending = true;
    requestAnimationFrame(draw);
  };
  const resize = (): void => {
    const first = width === 0;
    const { clientWidth, clientHeight } = canvas;
    if (clientWidth === 0 || clientHeight === 0 || (clientWidth === width && clientHeight === height)) return;
    if (!first) view = { ...view, left: view.left + (clientWidth - width) / 2, top: view.top + (clientHeight - height) / 2 };
    width = clientWidth;
    height = clientHeight;
    canvas.width = width * (window.devicePixelRatio || 1);
    canvas.height = height * (window.devicePixelRatio || 1);
    if (first) view = model.fit(width, height);
    // Its new size has emptied the canvas: waiting for the next frame would show that.
    draw();
  };

  // ------------------------------------------------------------------------------------------ the panel

  const remember = (): void => {
    const state = new URLSearchParams();
    if (search.value !== "") state.set("q", search.value);
    if (selected >= 0) state.set("at", `chunk_${data.chunk[selected]}`);
    if (showEdges.checked) state.set("edges", "1");
    if (!showNames.checked) state.set("names", "0");
    if (document.documentElement.dataset.theme) state.set("theme", document.documentElement.dataset.theme);
    history.replaceState(null, "", `#${state}`);
  };
  const row = (point: number, before: string): HTMLElement => {
    const button = element("button", "", "row");
    const dot = element("span", "", "dot");
    dot.style.background = `var(${hue(data.module[point]!)})`;
    button.append(
      dot,
      element("span", before, "kind"),
      element("span", model.label(point), "name"),
      element("span", `${model.path(point)}:${data.start[point]}`, "path"),
    );
    button.addEventListener("click", () => select(point, true));
    return button;
  };
  const LISTED = 100;
  const list = (holder: HTMLElement, rows: readonly HTMLElement[], all: number): void => {
    holder.replaceChildren(...rows);
    if (all > rows.length) holder.append(element("p", `and ${all - rows.length} more`, "note"));
  };
  const showSelected = (): void => {
    const panel = byId("chosen");
    panel.hidden = selected < 0;
    if (selected < 0) return;
    const citation = element("code", model.citation(selected), "citation");
    const copy = element("button", "Copy");
    copy.addEventListener("click", () => {
      const range = document.createRange();
      range.selectNodeContents(citation);
      getSelection()?.removeAllRanges();
      getSelection()?.addRange(range);
      void navigator.clipboard?.writeText(model.citation(selected)).then(
        () => {
          copy.textContent = "Copied";
        },
        () => {},
      );
    });
    const head = element("h2", data.name[selected] || model.path(selected));
    const about = element("p", `${data.kinds[data.kind[selected]!]} in ${moduleName(data.modules[data.module[selected]!]!)}`, "note");
    const cite = element("div", "", "cite");
    cite.append(citation, copy);
    const source = element("pre", data.snippet[selected] ?? "");
    const links = model.links(selected);
    const edges = element("div", "", "rows");
    list(
      edges,
      links.slice(0, LISTED).map(({ other, kind, out }) => row(other, `${out ? "→" : "←"} ${kind}`)),
      links.length,
    );
    panel.replaceChildren(head, about, cite, source, element("h3", links.length > 0 ? `${links.length} edges` : "No edges"), edges);
  };
  const select = (point: number, move: boolean): void => {
    selected = point;
    if (point >= 0 && move) {
      const x = data.x[point]! * view.scale + view.left;
      const y = data.y[point]! * view.scale + view.top;
      if (x < 0 || y < 0 || x > width || y > height) view = { ...view, left: view.left + width / 2 - x, top: view.top + height / 2 - y };
    }
    showSelected();
    remember();
    redraw();
  };
  const runSearch = (): void => {
    found = model.search(search.value);
    const holder = byId("found");
    if (found === null) holder.replaceChildren();
    else
      list(
        holder,
        found.slice(0, LISTED).map((point) => row(point, data.kinds[data.kind[point]!] ?? "")),
        found.length,
      );
    byId("count").textContent = found === null ? "" : `${found.length} found`;
    remember();
    redraw();
  };
  const legend = (): void => {
    const sizes = model.sizes();
    byId("legend").replaceChildren(
      ...data.modules.map((prefix, module) => {
        const button = element("button", "", "module");
        button.setAttribute("aria-pressed", String(!hidden.has(module)));
        const dot = element("span", "", "dot");
        dot.style.background = `var(${hue(module)})`;
        button.append(dot, element("span", moduleName(prefix), "name"), element("span", sizes[module]!.toLocaleString("en"), "path"));
        button.addEventListener("click", () => {
          if (!hidden.delete(module)) hidden.add(module);
          legend();
          redraw();
        });
        return button;
      }),
    );
  };

  // ------------------------------------------------------------------------------------------ the reader

  let drag: { x: number; y: number; moved: boolean } | null = null;
  const tip = byId("tip");
  canvas.addEventListener("pointerdown", (event) => {
    drag = { x: event.offsetX, y: event.offsetY, moved: false };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (drag) {
      const [dx, dy] = [event.offsetX - drag.x, event.offsetY - drag.y];
      if (!drag.moved && Math.hypot(dx, dy) < 4) return;
      drag = { x: event.offsetX, y: event.offsetY, moved: true };
      view = { ...view, left: view.left + dx, top: view.top + dy };
      tip.hidden = true;
      redraw();
      return;
    }
    const before = hovered;
    hovered = model.hit(view, event.offsetX, event.offsetY, 10, hidden);
    tip.hidden = hovered < 0;
    if (hovered >= 0) {
      tip.textContent = `${data.name[hovered] || "(file)"}  ${model.path(hovered)}:${data.start[hovered]}`;
      tip.style.left = `${Math.min(event.offsetX + 14, Math.max(0, width - tip.offsetWidth - 8))}px`;
      tip.style.top = `${Math.min(event.offsetY + 14, height - 40)}px`;
    }
    if (before !== hovered) redraw();
  });
  canvas.addEventListener("pointerup", (event) => {
    if (drag && !drag.moved) select(model.hit(view, event.offsetX, event.offsetY, 10, hidden), false);
    drag = null;
  });
  canvas.addEventListener("pointercancel", () => {
    drag = null;
  });
  canvas.addEventListener("pointerleave", () => {
    tip.hidden = true;
    hovered = -1;
    redraw();
  });
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      view = model.zoom(view, Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015)), event.offsetX, event.offsetY);
      redraw();
    },
    { passive: false },
  );
  canvas.addEventListener("keydown", (event) => {
    const by: Record<string, [number, number, number]> = {
      ArrowLeft: [40, 0, 1],
      ArrowRight: [-40, 0, 1],
      ArrowUp: [0, 40, 1],
      ArrowDown: [0, -40, 1],
      "+": [0, 0, 1.25],
      "-": [0, 0, 0.8],
    };
    const move = by[event.key];
    if (event.key === "0") view = model.fit(width, height);
    else if (event.key === "Escape") select(-1, false);
    else if (move) {
      view = model.zoom(view, move[2], width / 2, height / 2);
      view = { ...view, left: view.left + move[0], top: view.top + move[1] };
    } else return;
    event.preventDefault();
    redraw();
  });
  search.addEventListener("input", runSearch);
  search.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && found && found.length > 0) select(found[0]!, true);
    if (event.key === "Escape") {
      search.value = "";
      runSearch();
    }
  });
  for (const box of [showEdges, showNames])
    box.addEventListener("change", () => {
      remember();
      redraw();
    });
  byId("reset").addEventListener("click", () => {
    view = model.fit(width, height);
    redraw();
  });
  byId("theme").addEventListener("click", () => {
    const dark = document.documentElement.dataset.theme
      ? document.documentElement.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    document.documentElement.dataset.theme = dark ? "light" : "dark";
    remember();
    redraw();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  new ResizeObserver(resize).observe(canvas);

  const state = new URLSearchParams(location.hash.slice(1));
  const theme = state.get("theme");
  if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
  showEdges.checked = state.get("edges") === "1";
  showNames.checked = state.get("names") !== "0";
  search.value = state.get("q") ?? "";
  const chosen = model.find(state.get("at") ?? "");
  legend();
  resize();
  runSearch();
  if (chosen >= 0) select(chosen, true);
}
