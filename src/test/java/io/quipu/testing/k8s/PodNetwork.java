package io.quipu.testing.k8s;

/**
 * A network of Podman, in which this machine has an address. Pods in it have names that begin with
 * its name, and are removed with it.
 */
final class PodNetwork implements AutoCloseable {
  private static final String PREFIX = "quipu-it-";

  private final Podman podman;
  private final String name;

  private PodNetwork(Podman podman, String name) {
    this.podman = podman;
    this.name = name;
  }

  /** Creates it; first removes what ended runs left, as pods do not end with their JVM. */
  static PodNetwork create(Podman podman) {
    podman
        .run("network", "ls", "--format", "{{.Name}}")
        .lines()
        .filter(left -> left.startsWith(PREFIX))
        .filter(left -> ProcessHandle.of(Long.parseLong(left.replace(PREFIX, ""))).isEmpty())
        .forEach(left -> new PodNetwork(podman, left).close());
    PodNetwork network = new PodNetwork(podman, PREFIX + ProcessHandle.current().pid());
    podman.run("network", "create", network.name);
    try {
      // The address of this machine in the network is there only while a container is.
      podman.run(
          "run",
          "--detach",
          "--name=" + network.name,
          "--network=" + network.name,
          StandInImage.BASE,
          "sleep",
          "infinity");
      return network;
    } catch (RuntimeException e) {
      network.close();
      throw e;
    }
  }

  String name() {
    return name;
  }

  /** The address of this machine. */
  String gateway() {
    return podman.run("network", "inspect", "--format", "{{(index .Subnets 0).Gateway}}", name);
  }

  @Override
  public void close() {
    podman
        .run("pod", "ls", "--format", "{{.Name}}")
        .lines()
        .filter(pod -> pod.startsWith(name + "-"))
        .forEach(pod -> podman.run("pod", "rm", "--force", "--time=0", pod));
    podman.run("network", "rm", "--force", "--time=0", name);
  }
}
