# syntax=docker/dockerfile:1

FROM node:24-bookworm-slim AS manifests
WORKDIR /zelab
COPY package.json package-lock.json ./
COPY packages/contract/package.json packages/contract/
COPY packages/embedded-postgres/package.json packages/embedded-postgres/
COPY apps/api/package.json apps/api/
COPY apps/web/package.json apps/web/

FROM manifests AS build
RUN --mount=type=cache,target=/root/.npm npm ci
COPY . .
RUN npm run build

# At run time only the API's packages are needed: the web application is built, and the workspaces are in the API's bundle.
FROM manifests AS packages
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --workspace @zelab/api

FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title="Zelab"
ENV NODE_ENV=production \
    DATA_DIR=/data \
    PORT=8080
# The files belong to root, so the service cannot change its program. It writes only to /data, /tmp and, with
# BACKUP_DIR=/backups, /backups: run it with a read-only root file system and a tmpfs on /tmp.
RUN install --directory --owner=node --group=node --mode=0700 /data /backups
WORKDIR /zelab
COPY --from=packages /zelab ./
COPY --from=build /zelab/scripts scripts
COPY --from=build /zelab/apps/api/migrations apps/api/migrations
COPY --from=build /zelab/apps/api/dist apps/api/dist
COPY --from=build /zelab/apps/web/dist apps/web/dist
USER node
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
# A migration of a large database may run long before the service answers.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30m --retries=3 \
  CMD ["node", "scripts/health-check.mjs"]
CMD ["node", "--enable-source-maps", "apps/api/dist/server.js"]
