package io.quipu.edge.web.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.quipu.edge.response.Gzip;
import io.quipu.edge.web.EntityTag;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Files of the class path. A worker reads a file, and a cache of bounded size keeps the file. Only
 * files of the listed types are found. Confined to the context of one server instance.
 */
public final class StaticFiles {
  private static final int KEPT_BYTES = 4 * 1024 * 1024;
  private static final Set<String> SWAGGER_UI_PAGE =
      Set.of("index.html", "index.css", "swagger-initializer.js");

  /** The scripts that pages name, which come with all modules that they import. */
  static final Set<String> SCRIPTS_OF_PAGES =
      Set.of(
          "webroot/assets/dashboard/main.js",
          "webroot/assets/embed/embed.js",
          "webroot/assets/docs.js");

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
   * Finds the file at a path below the root of the class path; empty if there is no such file, or
   * its type is not listed.
   *
   * @param name a trusted path: made of constants, and of paths that {@link #isPlain} accepts
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

  /** Loads a file once for all callers that ask for it before it is loaded. */
  private Future<Optional<StaticFile>> begin(String name, String type) {
    Future<Optional<StaticFile>> load =
        vertx
            .executeBlocking(() -> load(name, type), false)
            .onSuccess(found -> found.ifPresent(file -> kept.put(name, file)));
    loading.put(name, load);
    return load.onComplete(done -> loading.remove(name));
  }

  /**
   * Finds a file of the Swagger UI. Empty for the files of the page that comes with the library,
   * because that page shows a foreign sample API, or any API that a parameter of its URL names.
   */
  public Future<Optional<StaticFile>> findSwaggerUi(String name) {
    return SWAGGER_UI_PAGE.contains(name)
        ? Future.succeededFuture(Optional.empty())
        : swaggerUi.find(name);
  }

  /** Finds a file of uPlot, which draws the charts; only in its folder of files for browsers. */
  public Future<Optional<StaticFile>> findUplot(String name) {
    return uplot.find("dist/" + name);
  }

  /** Runs a task on a worker. */
  <T> Future<T> onWorker(Callable<T> task) {
    return vertx.executeBlocking(task, false);
  }

  /**
   * Tells whether the path of a caller has only ASCII letters, digits, {@code -} and {@code _},
   * with single dots and slashes between them. Such a path cannot leave its folder by {@code ..}.
   */
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
    byte[] content = SCRIPTS_OF_PAGES.contains(name) ? linked(name) : read(name);
    return content == null
        ? Optional.empty()
        : Optional.of(
            new StaticFile(
                type,
                Buffer.buffer(content),
                EntityTag.ofContent(content),
                gzipped(type, content)));
  }

  private static @Nullable StaticFile gzipped(String type, byte[] content) {
    if (!Gzip.isWorthwhile(type, content.length)) {
      return null;
    }
    byte[] small = Gzip.small(content);
    return small.length < content.length
        ? new StaticFile(type, Buffer.buffer(small), EntityTag.ofContent(small), null)
        : null;
  }

  private static byte[] linked(String name) {
    return LinkedScript.of(name, StaticFiles::text).getBytes(UTF_8);
  }

  private static String text(String name) {
    byte[] content = read(name);
    if (content == null) {
      throw new IllegalArgumentException("There is no module " + name);
    }
    return new String(content, UTF_8);
  }

  private static byte @Nullable [] read(String name) {
    try (InputStream file = StaticFiles.class.getClassLoader().getResourceAsStream(name)) {
      return file == null ? null : file.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
