package io.quipu.client;

import io.quipu.testing.dev.BuildDirectory;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** The client in {@code clients/python}, run from its sources. It needs Python 3.9 or later. */
public final class PythonClient {
  /** The folder of the package. */
  static final Path FOLDER = BuildDirectory.repository().resolve("clients/python");

  private static final String IS_NEW_ENOUGH = "import sys; sys.exit(sys.version_info < (3, 9))";

  private PythonClient() {}

  /** Tells whether it can be run, as a condition of a class of tests. */
  static boolean canBeRun() {
    return NodeProcess.missing("python3").isEmpty()
        && run(Map.of(), "-c", IS_NEW_ENOUGH).exitCode() == 0;
  }

  /** The command of one of its two variants under test: {@code plain} or {@code asyncio}. */
  static List<String> underTest(String variant) {
    Assumptions.assumeTrue(canBeRun(), "python3 3.9 or later is missing");
    return List.of("python3", "-B", FOLDER.resolve("tests/under_test.py").toString(), variant);
  }

  /** Runs Python with the client, and leaves no compiled files. */
  public static NodeProcess.Outcome run(Map<String, String> environment, String... arguments) {
    Map<String, String> all = new HashMap<>(environment);
    all.put("PYTHONPATH", FOLDER.resolve("src").toString());
    String[] command =
        Stream.concat(Stream.of("python3", "-B"), Stream.of(arguments)).toArray(String[]::new);
    return NodeProcess.run(FOLDER, all, command);
  }
}
