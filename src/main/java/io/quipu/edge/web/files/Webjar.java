package io.quipu.edge.web.files;

import io.vertx.core.Future;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The files of a third-party web library in a jar of the class path. The version is read from the
 * jar. Confined to the context of its {@link StaticFiles}.
 */
final class Webjar {
  private final String group;
  private final String name;
  private final StaticFiles files;
  private @Nullable Future<String> version;

  Webjar(String group, String name, StaticFiles files) {
    this.group = group;
    this.name = name;
    this.files = files;
  }

  /** Finds a file of the jar; empty if there is no such jar or file, or its type is not listed. */
  Future<Optional<StaticFile>> find(String file) {
    return version()
        .compose(
            known ->
                known.isEmpty()
                    ? Future.succeededFuture(Optional.empty())
                    : files.find("META-INF/resources/webjars/" + name + "/" + known + "/" + file));
  }

  private Future<String> version() {
    Future<String> known = version;
    if (known == null || known.failed()) {
      known = files.onWorker(this::readVersion);
      version = known;
    }
    return known;
  }

  private String readVersion() {
    String properties = "META-INF/maven/" + group + "/" + name + "/pom.properties";
    try (InputStream file = Webjar.class.getClassLoader().getResourceAsStream(properties)) {
      Properties read = new Properties();
      if (file != null) {
        read.load(file);
      }
      return read.getProperty("version", "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
