package io.quipu.edge.web;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.quipu.edge.response.Gzip;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Files of the class path. A worker reads a file, and a cache keeps the file as long as there is
 * room. Only the listed types are served. Confined to the context of one server instance.
 */
public final class StaticFiles {
  private static final int KEPT_BYTES = 4 * 1024 * 1024;
  private static final int TAG_BYTES = 8;
  private static final Set<String> SWAGGER_UI_PAGE =
      Set.of("index.html", "index.css", "swagger-initializer.js");
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "json", "application/json",
          "yaml", "application/yaml",
          "svg", "image/svg+xml",
          "png", "image/png",
          "ico", "image/x-icon",
          "woff2", "font/woff2");

  private final Vertx vertx;
  private final Cache<String, StaticFile> kept =
      Caffeine.newBuilder()
          .maximumWeight(KEPT_BYTES)
          .weigher((String name, StaticFile file) -> file.bytes())
          .executor(Runnable::run)
          .build();
  private final Map<String, Future<Optional<StaticFile>>> loading = new HashMap<>();
  private final Webjar swaggerUi = new Webjar("org.webjars", "swagger-ui", this);
  private final Webjar uplot = new Webjar("org.webjars.npm", "uplot", this);

  public StaticFiles(Vertx vertx) {
    this.vertx = vertx;
  }

  /**
   * The file at a path below the root of the class path; empty if there is none to be served.
   *
   * @param name trusted: made of fixed parts, and of paths that {@link #isPlain} accepts
   */
  public Future<Optional<StaticFile>> find(String name) {
    StaticFile known = kept.getIfPresent(name);
    if (known != null) {
      return Future.succeededFuture(Optional.of(known));
    }
    String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
    if (type == null) {
      return Future.succeededFuture(Optional.empty());
    }
    Future<Optional<StaticFile>> underWay = loading.get(name);
    return underWay == null ? begin(name, type) : underWay;
  }

  /** Loads a file once, for all callers that ask for the file while it is loading. */
  private Future<Optional<StaticFile>> begin(String name, String type) {
    Future<Optional<StaticFile>> load =
        vertx
            .executeBlocking(() -> load(name, type), false)
            .onSuccess(found -> found.ifPresent(file -> kept.put(name, file)));
    loading.put(name, load);
    return load.onComplete(done -> loading.remove(name));
  }

  /**
   * A file of the Swagger UI, but not of its own page. The page shows a foreign API, and takes the
   * address of any other API from its query.
   */
  public Future<Optional<StaticFile>> findSwaggerUi(String name) {
    return SWAGGER_UI_PAGE.contains(name)
        ? Future.succeededFuture(Optional.empty())
        : swaggerUi.find(name);
  }

  /** A file of uPlot, which draws the charts; only a file for browsers. */
  public Future<Optional<StaticFile>> findUplot(String name) {
    return uplot.find("dist/" + name);
  }

  /** Runs a task on a worker. */
  <T> Future<T> onWorker(Callable<T> task) {
    return vertx.executeBlocking(task, false);
  }

  /** Tells whether the path of a caller has only plain names, and so stays in its folder. */
  public static boolean isPlain(String path) {
    boolean startOfName = true;
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      boolean plain =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || c == '-'
              || c == '_';
      boolean separator = (c == '/' || c == '.') && !startOfName;
      if (!plain && !separator) {
        return false;
      }
      startOfName = separator;
    }
    return !startOfName;
  }

  private static Optional<StaticFile> load(String name, String type) {
    byte[] content = read(name);
    return content == null
        ? Optional.empty()
        : Optional.of(
            new StaticFile(type, Buffer.buffer(content), tag(content), gzipped(type, content)));
  }

  private static @Nullable StaticFile gzipped(String type, byte[] content) {
    if (!Gzip.isWorthwhile(type, content.length)) {
      return null;
    }
    byte[] small = Gzip.small(content);
    return small.length < content.length
        ? new StaticFile(type, Buffer.buffer(small), tag(small), null)
        : null;
  }

  private static byte @Nullable [] read(String name) {
    try (InputStream file = StaticFiles.class.getClassLoader().getResourceAsStream(name)) {
      return file == null ? null : file.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static EntityTag tag(byte[] content) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
      return EntityTag.of(HexFormat.of().formatHex(Arrays.copyOf(digest, TAG_BYTES)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
