package io.quipu.dev;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.cassandra.security.ThreadAwareSecurityManager;

/** The command line of the Cassandra server, on the class path that the build has written. */
final class CassandraCommand {
  private static final String MAIN = "org.apache.cassandra.service.CassandraDaemon";

  /** Inside the JDK, used by the server and its libraries: conf/jvm17-server.options. */
  private static final List<String> EXPORTS =
      List.of(
          "java.base/java.lang.ref",
          "java.base/jdk.internal.misc",
          "java.management.rmi/com.sun.jmx.remote.internal.rmi",
          "java.rmi/sun.rmi.registry",
          "java.rmi/sun.rmi.server",
          "java.sql/java.sql",
          "jdk.attach/sun.tools.attach",
          "jdk.compiler/com.sun.tools.javac.file",
          "jdk.unsupported/sun.misc");

  private static final List<String> OPENS =
      List.of(
          "java.base/java.io",
          "java.base/java.lang",
          "java.base/java.lang.module",
          "java.base/java.lang.reflect",
          "java.base/java.math",
          "java.base/java.net",
          "java.base/java.nio",
          "java.base/java.util",
          "java.base/java.util.concurrent",
          "java.base/java.util.concurrent.atomic",
          "java.base/jdk.internal.loader",
          "java.base/jdk.internal.math",
          "java.base/jdk.internal.module",
          "java.base/jdk.internal.ref",
          "java.base/jdk.internal.reflect",
          "java.base/sun.nio.ch",
          "jdk.compiler/com.sun.tools.javac",
          "jdk.management/com.sun.management.internal");

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

  /** Arguments of a process that reads its configuration from the layout. */
  List<String> arguments(CassandraLayout layout, int heapMegabytes) throws IOException {
    ClassFiles.copy(EndsWithParent.class, layout.classes());
    if (Runtime.version().feature() > 17) {
      ClassFiles.copy(ThreadAwareSecurityManager.class, layout.classes());
    }
    List<String> arguments = new ArrayList<>();
    arguments.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    arguments.add("-Xms256m");
    arguments.add("-Xmx" + heapMegabytes + "m");
    arguments.add("-Xss384k");
    arguments.add("-XX:+UseG1GC");
    arguments.add("-XX:+ExitOnOutOfMemoryError");
    arguments.add("-XX:+PerfDisableSharedMem");
    EXPORTS.forEach(name -> arguments.add("--add-exports=" + name + "=ALL-UNNAMED"));
    OPENS.forEach(name -> arguments.add("--add-opens=" + name + "=ALL-UNNAMED"));
    arguments.add("-javaagent:" + jar("jamm-"));
    arguments.addAll(properties(layout));
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
        "-Djava.io.tmpdir=" + layout.temporary(),
        "-Dcassandra-foreground=yes",
        // No other node to wait for: these make up half of an ordinary start
        "-Dcassandra.skip_wait_for_gossip_to_settle=0",
        "-Dcassandra.ring_delay_ms=1000",
        "-Djdk.attach.allowAttachSelf=true",
        "-Dio.netty.tryReflectionSetAccessible=true",
        "-Djava.awt.headless=true");
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
