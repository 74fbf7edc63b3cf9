package io.quipu.lab.bench.server;

import io.quipu.testing.dev.BuildDirectory;
import io.quipu.testing.dev.ClassFiles;
import io.quipu.testing.dev.EndsWithParent;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Java servers, ours and those written to compare, all with the same heap and collector. */
final class JavaCommand {
  static final int HEAP_MEGABYTES = Integer.getInteger("heap", 256);

  /** As in the image: the choice of Java itself where it sees less than 1,792 MiB. */
  static final String COLLECTOR = System.getProperty("collector", "Serial");

  private static final String SERVICE = "io.quipu.Main";

  private JavaCommand() {}

  /**
   * The service of this checkout.
   *
   * @param options of the JVM, which prevail
   */
  static ProcessBuilder ofService(List<String> options) throws IOException {
    ProcessBuilder builder = of(SERVICE, runtime());
    builder.command().addAll(builder.command().indexOf("-cp"), options);
    return builder;
  }

  /** The service of another checkout, which must have been built where it is. */
  static ProcessBuilder ofService(Path checkout) throws IOException {
    return of(SERVICE, Files.readAllLines(checkout.resolve("target/dev/classpath.txt")));
  }

  /** A main class of the tests. */
  static ProcessBuilder ofTests(Class<?> main) throws IOException {
    List<String> classPath = new ArrayList<>(runtime());
    for (Class<?> one : List.of(main, EndsWithParent.class)) {
      classPath.add(one.getProtectionDomain().getCodeSource().getLocation().getPath());
    }
    return of(main.getName(), classPath);
  }

  private static List<String> runtime() throws IOException {
    return Files.readAllLines(BuildDirectory.resolve("dev/classpath.txt"));
  }

  private static ProcessBuilder of(String main, List<String> classPath) throws IOException {
    Path classes = BuildDirectory.resolve("dev/classes");
    ClassFiles.copy(EndsWithParent.class, classes);
    List<String> entries = new ArrayList<>(classPath);
    entries.add(0, classes.toString());
    return new ProcessBuilder(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xms64m",
        "-Xmx" + HEAP_MEGABYTES + "m",
        "-XX:+Use" + COLLECTOR + "GC",
        "-cp",
        String.join(File.pathSeparator, entries),
        EndsWithParent.class.getName(),
        main);
  }
}
