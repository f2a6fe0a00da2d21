import { context, SpanStatusCode, trace, type Tracer } from "@opentelemetry/api";
import type { SiteBuild } from "../remix.ts";

/** Runs work in a span of its own below the one that is running; a thrown Response is an answer, not an error. */
function inSpan<Result>(tracer: Tracer, name: string, work: () => Result): Result {
  const span = tracer.startSpan(name);
  const failed = (error: unknown): never => {
    if (!(error instanceof Response)) span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  };
  const end = () => span.end();
  return context.with(trace.setSpan(context.active(), span), () => {
    try {
      const result = work();
      if (result instanceof Promise) return result.catch(failed).finally(end) as Result;
      end();
      return result;
    } catch (error) {
      end();
      return failed(error);
    }
  });
}

type Work = (...given: never[]) => unknown;

/** The same function in a span. */
function traced<Func extends Work>(tracer: Tracer, name: string, work: Func): Func {
  return ((...given: never[]) => inSpan(tracer, name, () => work(...given))) as Func;
}

/** A copy of the build in which every loader, every action and the rendering of pages have spans. */
export function traceBuild(tracer: Tracer, build: SiteBuild): SiteBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const { loader, action } = route?.module ?? {};
    const module = {
      ...route?.module,
      ...(loader ? { loader: traced(tracer, `loader ${id}`, loader as Work) } : {}),
      ...(action ? { action: traced(tracer, `action ${id}`, action as Work) } : {}),
    };
    return [id, { ...route, module }];
  });
  const render = build.entry.module.default as Work;
  return {
    ...build,
    routes: Object.fromEntries(routes) as SiteBuild["routes"],
    entry: {
      module: {
        ...build.entry.module,
        default: traced(tracer, "render", render) as typeof build.entry.module.default,
      },
    },
  };
}
