# syntax=docker/dockerfile:1
# Both base images can be replaced, for example if no registry is reachable:
#   docker build --build-arg BUILD_IMAGE=… --build-arg RUNTIME_IMAGE=… -t duiyi .
# The build image needs cargo 1.95 and a C compiler, the runtime image only glibc.
ARG BUILD_IMAGE=docker.io/library/rust:1.95-slim-bookworm
ARG RUNTIME_IMAGE=gcr.io/distroless/cc-debian12:nonroot

FROM ${BUILD_IMAGE} AS build
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    cargo build --release --locked --bin duiyi \
    && install -D -m 755 target/release/duiyi /out/duiyi \
    && for name in duiyi-uci duiyi-ucci pbrain-duiyi; do ln -s duiyi "/out/$name"; done

FROM ${RUNTIME_IMAGE}
ARG VERSION=
ARG REVISION=
LABEL org.opencontainers.image.title="Duiyi" \
      org.opencontainers.image.description="A game server for Xiangqi, Gomoku, Renju and Caro with its own engines" \
      org.opencontainers.image.source="https://github.com/duiyi/duiyi" \
      org.opencontainers.image.licenses="MIT OR Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
COPY --from=build /out/ /usr/local/bin/
# A numeric id needs no /etc/passwd, and Kubernetes can verify that it is not root.
USER 65532:65532
ENV DUIYI_LISTEN=0.0.0.0:8080 \
    DUIYI_LOG_FORMAT=json
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=4s --start-period=5s --retries=3 \
    CMD ["/usr/local/bin/duiyi", "healthcheck"]
ENTRYPOINT ["/usr/local/bin/duiyi"]
CMD ["serve"]
