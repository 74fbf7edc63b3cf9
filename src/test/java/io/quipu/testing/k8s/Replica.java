package io.quipu.testing.k8s;

import io.quipu.testing.dev.BuildDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** One pod that Podman runs. */
final class Replica {
  private static final int PROBE_MILLIS = 3_000;

  private final Podman podman;
  private final PodTemplate template;
  private final String name;
  private final String address;

  private Replica(Podman podman, PodTemplate template, String name, String address) {
    this.podman = podman;
    this.template = template;
    this.name = name;
    this.address = address;
  }

  /** Starts a pod; it is not ready yet. */
  static Replica start(Podman podman, PodTemplate template, String network, String name) {
    try {
      Path file = BuildDirectory.resolve("podman/" + name + ".yaml");
      Files.writeString(file, template.documents(name));
      podman.run("kube", "play", "--network", network, file.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String infra = podman.run("pod", "inspect", "--format", "{{.InfraContainerID}}", name);
    String format = "{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}";
    String address = podman.run("inspect", "--format", format, infra);
    return new Replica(podman, template, name, address);
  }

  /** Where the Service leads callers to. */
  InetSocketAddress endpoint() {
    return InetSocketAddress.createUnresolved(address, template.servicePort());
  }

  /** The name of its container. */
  String container() {
    return name + "-quipu";
  }

  /** Asks what the probe of this name asks, as a node of Kubernetes does; 0 if nobody answers. */
  int probe(String probe) {
    URI uri =
        URI.create("http://" + address + ":" + template.probePort(probe) + template.probe(probe));
    try {
      HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
      connection.setConnectTimeout(PROBE_MILLIS);
      connection.setReadTimeout(PROBE_MILLIS);
      connection.setRequestProperty("Connection", "close");
      return connection.getResponseCode();
    } catch (IOException e) {
      return 0;
    }
  }

  void awaitReady() {
    try {
      Awaitility.await(name + " to be ready").until(() -> probe("readinessProbe") == 200);
    } catch (ConditionTimeoutException e) {
      throw new AssertionError(logs(), e);
    }
  }

  /** Asks it to end as a node does, waits until it has, and answers its exit code. */
  int terminate() {
    podman.run("stop", "--time", Integer.toString(template.graceSeconds()), container());
    return Integer.parseInt(inspect("{{.State.ExitCode}}"));
  }

  void remove() {
    podman.run("pod", "rm", "--force", "--time", "0", name);
  }

  String inspect(String format) {
    return podman.run("inspect", "--format", format, container());
  }

  /** How often it was started again after it had ended by itself. */
  int restarts() {
    return Integer.parseInt(inspect("{{.RestartCount}}"));
  }

  String logs() {
    return podman.run("logs", container());
  }

  List<String> warnings() {
    return logs()
        .lines()
        .filter(line -> line.contains("WARN") || line.contains("ERROR"))
        .map(line -> name + ": " + line)
        .toList();
  }

  /** What a command prints in its container. */
  String execute(String... command) {
    List<String> all = new ArrayList<>(List.of("exec", container()));
    all.addAll(List.of(command));
    return podman.run(all.toArray(String[]::new));
  }

  /** The most memory that Java has had so far since it was started, in KiB. */
  long peakKibibytes() {
    return statusKibibytes("VmHWM");
  }

  private long statusKibibytes(String field) {
    return Yaml.text(Path.of("/proc", inspect("{{.State.Pid}}"), "status"))
        .lines()
        .filter(line -> line.startsWith(field + ":"))
        .map(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public String toString() {
    return name + " at " + address;
  }
}
