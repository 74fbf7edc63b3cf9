package io.quipu.testing.dev;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.cassandra.security.ThreadAwareSecurityManager;

/** The command line of the Cassandra server, on the class path that the build has written. */
final class CassandraCommand {
  private static final String MAIN = "org.apache.cassandra.service.CassandraDaemon";

  private final List<Path> jars;

  private CassandraCommand(List<Path> jars) {
    this.jars = jars;
  }

  /** Reads the class path; fails with one line when the build has not written it. */
  static CassandraCommand fromBuild() {
    Path file = BuildDirectory.resolve("cassandra/classpath.txt");
    try (Stream<String> lines = Files.lines(file)) {
      List<Path> jars = lines.filter(line -> !line.isBlank()).map(Path::of).toList();
      if (!jars.isEmpty() && jars.stream().allMatch(Files::exists)) {
        return new CassandraCommand(jars);
      }
    } catch (IOException missing) {
      // told below
    }
    throw new CassandraStartException(
        "The server's class path in " + file + " is missing or stale: run `mvn test-compile` once");
  }

  /** The server's version, as its jar is named. */
  String version() {
    String name = jar("cassandra-all-").getFileName().toString();
    return name.substring("cassandra-all-".length(), name.length() - ".jar".length());
  }

  /** The classes of answers of a server over JMX, beside those of the JDK. */
  ClassLoader answers() throws IOException {
    return new URLClassLoader(
        new URL[] {jar("guava-").toUri().toURL()}, ClassLoader.getPlatformClassLoader());
  }

  /** Arguments of a process that reads its configuration from the layout. */
  List<String> arguments(CassandraLayout layout, CassandraOptions.Jvm jvm) throws IOException {
    ClassFiles.copy(EndsWithParent.class, layout.classes());
    if (Runtime.version().feature() > 17) {
      ClassFiles.copy(ThreadAwareSecurityManager.class, layout.classes());
    }
    List<String> arguments = new ArrayList<>();
    arguments.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    arguments.add("@" + layout.jvmOptions());
    arguments.add("-Xms256m");
    arguments.add("-Xmx" + jvm.heapMegabytes() + "m");
    arguments.add("-javaagent:" + jar("jamm-"));
    arguments.addAll(properties(layout));
    arguments.addAll(jvm.options());
    arguments.add("-cp");
    arguments.add(classPath(layout));
    arguments.add(EndsWithParent.class.getName());
    arguments.add(MAIN);
    return arguments;
  }

  private static List<String> properties(CassandraLayout layout) {
    return List.of(
        "-Dcassandra.config=" + layout.yaml().toUri(),
        "-Dcassandra.storagedir=" + layout.directory(),
        "-Dcassandra.triggers_dir=" + layout.triggers(),
        "-Dcassandra.logdir=" + layout.logs(),
        "-Dlogback.configurationFile=" + layout.logback().toUri(),
        "-Djava.io.tmpdir=" + layout.temporary());
  }

  private String classPath(CassandraLayout layout) {
    List<String> entries = new ArrayList<>();
    entries.add(layout.classes().toString());
    jars.forEach(jar -> entries.add(jar.toString()));
    return String.join(File.pathSeparator, entries);
  }

  private Path jar(String prefix) {
    return jars.stream()
        .filter(jar -> jar.getFileName().toString().startsWith(prefix))
        .findFirst()
        .orElseThrow(
            () -> new CassandraStartException("The class path has no " + prefix + "*.jar"));
  }
}
