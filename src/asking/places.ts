/** The places in an answer said otherwise: every path and id of it, wherever it stands. */
import type { Answer, GraphNode, ImpactReport } from "../base/schema.ts";

export interface Places {
  /** What a path becomes; "" (outside the tree) stays what it is. */
  path: (path: string) => string;
  /** What the id of a node becomes. */
  id: (id: string) => string;
  /** The tree that results are in. */
  repository?: string;
}

/** An answer with its places said otherwise. */
export function moved(answer: Answer, { path: pathOf, id, repository }: Places): Answer {
  const path = (one: string): string => (one === "" ? one : pathOf(one));
  const node = (one: GraphNode): GraphNode => ({ ...one, id: id(one.id), path: path(one.path) });
  return {
    ...answer,
    results: answer.results.map((one) => ({ ...one, path: path(one.path), repository: repository ?? one.repository })),
    paths: answer.paths.map((one) => ({
      ...one,
      steps: one.steps.map(({ by, ...step }) => ({
        ...step,
        id: id(step.id),
        path: path(step.path),
        by: by && { ...by, path: path(by.path) },
      })),
    })),
    notes: answer.notes.map((one) => ({ ...one, path: path(one.path) })),
    graph: {
      nodes: answer.graph.nodes.map(node),
      edges: answer.graph.edges.map((one) => ({ ...one, from: id(one.from), to: id(one.to) })),
    },
    symbol: {
      ...answer.symbol,
      chosen: answer.symbol.chosen && node(answer.symbol.chosen),
      candidates: answer.symbol.candidates.map(node),
    },
    impact: answer.impact && movedReport(answer.impact, { path, id }),
    budget: {
      ...answer.budget,
      left_out: answer.budget.left_out.map((one) => one.replace(/^(chunk_\w+ )?(.+)$/s, (_, chunk = "", at) => chunk + path(at))),
    },
  };
}

/** A report with its places said otherwise. */
export function movedReport(report: ImpactReport, { path, id }: Pick<Places, "path" | "id">): ImpactReport {
  const at = <T extends { path: string }>(one: T): T => ({ ...one, path: path(one.path) });
  const folder = (one: string): string => path(one).replace(/\/\.$/, "");
  const named = <T extends { id: string; path: string }>(one: T): T => ({ ...at(one), id: id(one.id) });
  return {
    ...report,
    seeds: report.seeds.map((one) => ({
      ...at(one),
      id: one.id === null ? null : id(one.id),
      before: one.before && at(one.before),
    })),
    affected: report.affected.map(named),
    possible: report.possible.map(named),
    tests: report.tests.map(at),
    files: report.files.map((one) => ({ ...at(one), package: folder(one.package) })),
    packages: report.packages.map((one) => ({ ...one, path: folder(one.path) })),
    documents: report.documents.map(at),
    decisions: report.decisions.map(at),
    co_changes: report.co_changes.map((one) => ({ ...at(one), with: path(one.with) })),
    broken: report.broken.map((one) => ({ ...at(one), from: path(one.from) })),
    unknowns: report.unknowns.map((one) => (one.path === null ? one : { ...one, path: path(one.path) })),
  };
}
