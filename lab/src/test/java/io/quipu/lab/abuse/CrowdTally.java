package io.quipu.lab.abuse;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The fate of a crowd. Written by its thread, read when it is over. */
final class CrowdTally {
  private static final double MEBIBYTE = 1024 * 1024;

  long opened;
  long notConnected;
  long closedByServer;
  long sent;
  long received;
  int mostAtOnce;
  private final Map<String, Integer> firstAnswers = new TreeMap<>();

  void answered(String status) {
    firstAnswers.merge(status, 1, Integer::sum);
  }

  @Override
  public String toString() {
    String answers =
        firstAnswers.entrySet().stream()
            .map(entry -> entry.getKey() + " × " + entry.getValue())
            .collect(Collectors.joining(", "));
    return String.format(
        Locale.ROOT,
        "%,d at once; %,d opened, %,d closed by the service, %,d not connected; sent %,.1f MiB,"
            + " received %,.1f MiB%s",
        mostAtOnce,
        opened,
        closedByServer,
        notConnected,
        sent / MEBIBYTE,
        received / MEBIBYTE,
        answers.isEmpty() ? "" : "; first answers " + answers);
  }
}
