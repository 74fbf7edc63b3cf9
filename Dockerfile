# Quipu, built from its sources: docker build -t quipu/quipu:0.1.0 .
# Both base images are arguments, so that a mirror or a pinned digest needs no edit.
ARG MAVEN_IMAGE=maven:3.9-eclipse-temurin-17
ARG JRE_IMAGE=eclipse-temurin:17-jre

FROM ${MAVEN_IMAGE} AS maven
WORKDIR /src
# Libraries and plugins are a layer of their own, which holds until a pom.xml changes. The compiler has some only for a class.
COPY .mvn .mvn
COPY pom.xml ./
COPY all all
RUN mkdir -p src/main/java/empty && echo 'package empty; final class Empty {}' >src/main/java/empty/Empty.java \
    && mvn --quiet -Pjar && rm -r src target
COPY src/main src/main
RUN mvn --quiet -Pjar

# A folder with quipu.jar and lib can take its place: --build-context build=target
FROM scratch AS build
COPY --from=maven /src/target/lib /lib
COPY --from=maven /src/target/quipu.jar /

FROM ${JRE_IMAGE}

# Of what the image is: --build-arg REVISION=$(git rev-parse HEAD)
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Quipu" \
      org.opencontainers.image.description="Counts events exactly, live and at scale, on stock Apache Cassandra" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"

# A number, not a name: Kubernetes can check runAsNonRoot only against a number.
# The service writes nothing but java.io.tmpdir, so the root file system may be read-only.
WORKDIR /app
COPY --from=build --chown=10001:10001 /lib lib
COPY --from=build --chown=10001:10001 /quipu.jar quipu.jar
USER 10001:10001
EXPOSE 8080
STOPSIGNAL SIGTERM

# The allocator of the C library keeps what was freed, in many arenas; with these two it gives direct
# buffers back to the system.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=65536

# Exec form: Java is process 1 and receives SIGTERM itself. The heap follows the container's memory
# limit (docs/deploy.md has the sum); JDK_JAVA_OPTIONS=-Xmx160m overrides the percentage.
ENTRYPOINT ["java", "-XX:MaxRAMPercentage=45", "-XX:MaxDirectMemorySize=64m", "--add-opens=java.base/java.nio=ALL-UNNAMED", "-Dio.netty.tryReflectionSetAccessible=true", "-XX:+ExitOnOutOfMemoryError", "-jar", "/app/quipu.jar"]
