package io.quipu.lab.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The findings of a run, written anew after each case: a run cut short leaves a report. */
public final class Report {
  private final Path directory;
  private final List<String> header = new ArrayList<>();
  private final List<Finding> findings = new ArrayList<>();

  public Report(Path directory, List<String> header) {
    this.directory = directory;
    this.header.addAll(header);
  }

  public void add(Finding finding) throws IOException {
    findings.add(finding);
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("report.md"), Markdown.of(header, findings));
    Files.writeString(directory.resolve("report.html"), Html.of(header, findings));
  }
}
