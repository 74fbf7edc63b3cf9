package io.quipu.lab.abuse;

import io.quipu.testing.dev.BuildDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The report on a run, as Markdown. */
final class Report {
  private final List<Stretch> stretches = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  void add(Stretch stretch) {
    stretches.add(stretch);
  }

  void note(String line) {
    notes.add(line);
  }

  /** Writes {@code target/abuse/report.md}, and answers it. */
  String write() throws IOException {
    StringBuilder page = new StringBuilder("# Abuse\n\n");
    page.append(
        "| attack | process | ready | most memory, MiB of %d | not ready | p50 ms | p99 ms | most"
            .formatted(ContainedService.MEBIBYTES));
    page.append(" ms | answered / refused / no answer | loops blocked |\n");
    page.append("|---|---|---|---|---|---|---|---|---|---|\n");
    for (Stretch each : stretches) {
      page.append(
          "| %s | %s | %s | %d | %d of %d | %s | %s | %s | %s | %d |%n"
              .formatted(
                  each.name(),
                  each.ended().orElse("lives"),
                  each.readyAfter(),
                  each.seen().mostMebibytes(),
                  each.seen().unready(),
                  each.seen().probes(),
                  each.honest().millis(50),
                  each.honest().millis(99),
                  each.honest().millis(100),
                  each.honest().counts(),
                  each.blocked()));
    }
    page.append('\n');
    stretches.forEach(each -> page.append("- **%s**: %s%n".formatted(each.name(), each.told())));
    page.append('\n');
    notes.forEach(line -> page.append("- ").append(line).append('\n'));
    Path file = BuildDirectory.resolve("abuse/report.md");
    Files.createDirectories(file.getParent());
    Files.writeString(file, page);
    return page.toString();
  }
}
