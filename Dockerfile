# The tag says which version this is, the digest makes sure of it; raise both together.
FROM node:20.20.2-bookworm-slim@sha256:2cf067cfed83d5ea958367df9f966191a942351a2df77d6f0193e162b5febfc0 AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY src ./src
COPY suites ./suites
COPY tools/bundle ./tools/bundle
COPY bin ./bin
RUN npm run build && npm prune --omit=dev --ignore-scripts --no-audit --no-fund
# The image has the files of the package, and so what each command reads.
RUN npm pack --ignore-scripts --silent && tar -xzf assay-*.tgz && mv node_modules package

FROM node:20.20.2-bookworm-slim@sha256:2cf067cfed83d5ea958367df9f966191a942351a2df77d6f0193e162b5febfc0
ENV NODE_ENV=production
WORKDIR /opt/assay
COPY --from=build /build/package ./
# Profiles are read and reports written where the caller mounts a folder.
WORKDIR /work
RUN chown node:node /work
USER node
ENTRYPOINT ["node", "/opt/assay/bin/assay.js"]
CMD ["--help"]
