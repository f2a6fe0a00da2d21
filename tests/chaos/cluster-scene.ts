import { clientFor } from "lakelet/testing";
import { startStripeStandIn } from "stand-ins/stripe";
import { startCluster, type Cluster } from "../../dev/cluster/cluster.ts";
import { signInAt } from "../support/admins.ts";
import { ports } from "../support/ports.ts";
import { MailPost, servicesEnv, type Scene } from "./scene.ts";

export interface ClusterScene extends Scene {
  cluster: Cluster;
}

/** The same scene with several processes behind Caddy. Each visitor has an IP of its own, in X-Forwarded-For. */
export async function startClusterScene(logLevel = "error"): Promise<ClusterScene> {
  const [stripe, mail] = [await startStripeStandIn(), new MailPost()];
  await mail.comeBack();
  const cluster = await startCluster({
    port: ports.cluster,
    env: {
      LOG_LEVEL: logLevel,
      // Twice what Caddy needs to notice.
      DRAIN_SECONDS: "1",
      ...servicesEnv(stripe, mail),
    },
  });
  const { env, lake, tokens, proxy, sites, origin } = cluster;
  return {
    cluster,
    origin,
    sites: sites.map(({ program }) => program),
    lake: lake.program,
    proxy,
    stripe,
    mail,
    shared: cluster,
    editor: clientFor(`${lake.origin}/lake`, tokens.write).withConfig({ perspective: "raw", maxRetries: 0 }),
    adminCookie: await signInAt({ env }),
    secret: env.SESSION_SECRET ?? "",
    async close() {
      await cluster.close();
      await Promise.all([stripe.close(), mail.close()]);
    },
  };
}
