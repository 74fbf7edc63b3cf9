package io.quipu.testing.pages;

import static io.quipu.testing.dev.TestPatience.join;

import io.quipu.client.CounterRef;
import io.quipu.client.Event;
import io.quipu.client.Increment;
import io.quipu.client.NodeProcess;
import io.quipu.client.PythonClient;
import io.quipu.client.QuipuClient;
import io.quipu.client.Recordable;
import io.quipu.client.SketchOptions;
import io.quipu.client.SketchValue;
import io.quipu.client.Statement;
import io.quipu.client.TypeScriptClient;
import io.quipu.testing.e2e.TriedKind;
import java.net.URI;
import java.util.Map;

/** Tries kinds with all clients. */
final class KindsByClients implements AutoCloseable {
  private static final String SCRIPT =
      """
      import { webcrypto } from "node:crypto";
      import { QuipuClient } from "@quipu/client";
      globalThis.crypto ??= webcrypto;
      const [address, namespace, kind] = process.argv.slice(1);
      const client = new QuipuClient({ address, namespace });
      const counter = "by-typescript";
      const count = async () => (await client.get(counter)).count;
      const ways = {
        event: async () => (await client.add(counter, 1, { labels: { country: "CH" } }), count()),
        unique: async () => (await client.add(counter, 1, { id: "1" }), count()),
        latest: async () => (await client.state(counter, { actor: "a", version: 1, value: 7 }), count()),
        linear: async () => ((await client.increment(counter)).count === 1n ? count() : undefined),
        sketch: async () => (await client.addValue(counter, "ann"), (await client.sketch(counter)).estimate.estimate),
      };
      console.log(String(await ways[kind]()));
      await client.close();
      """;

  private static final String PYTHON_SCRIPT =
      """
      import sys
      from quipu_client import Quipu
      address, namespace, kind = sys.argv[1:]
      counter = "by-python"
      with Quipu(address, namespace=namespace) as client:
          if kind == "latest":
              client.state(counter, actor="a", version=1, value=7)
          elif kind == "linear":
              assert client.increment(counter).count == 1
          elif kind == "sketch":
              client.add_value(counter, "ann")
          else:
              client.add(counter, id="1")
          sketch = kind == "sketch"
          print(client.sketch(counter).estimate.estimate if sketch else client.get(counter).count)
      """;

  private final URI service;
  private final QuipuClient client;

  KindsByClients(URI service) {
    this.service = service;
    this.client = QuipuClient.to(service.toString());
  }

  boolean java(TriedKind kind) {
    CounterRef counter = new CounterRef(KindsByProgramsIT.namespace(kind), "by-java");
    if (kind == TriedKind.LINEAR) {
      Increment increment = Increment.of(counter.namespace(), counter.counter(), 1);
      return join(client.increment(increment)).count().intValue() == 1 && reads(kind, counter);
    }
    join(client.add(event(kind, counter)));
    return reads(kind, counter);
  }

  private static Recordable event(TriedKind kind, CounterRef counter) {
    String namespace = counter.namespace();
    String name = counter.counter();
    return switch (kind) {
      case LATEST -> Statement.of(namespace, name, "a", 1, kind.value());
      case SKETCH -> new SketchValue(namespace, name, "ann");
      default -> Event.of(namespace, name, 1);
    };
  }

  private boolean reads(TriedKind kind, CounterRef counter) {
    int value =
        kind == TriedKind.SKETCH
            ? join(client.sketch(counter, SketchOptions.USUAL)).estimate().estimate().intValue()
            : join(client.get(counter)).count().intValue();
    return value == kind.value();
  }

  boolean typeScript(TriedKind kind) {
    String said =
        NodeProcess.run(
                TypeScriptClient.built().folder(),
                Map.of(),
                "node",
                "--input-type=module",
                "--eval",
                SCRIPT,
                service.toString(),
                KindsByProgramsIT.namespace(kind),
                kind.label())
            .requireSuccess()
            .output();
    return said.strip().equals("" + kind.value());
  }

  boolean python(TriedKind kind) {
    String namespace = KindsByProgramsIT.namespace(kind);
    String[] script = {"-c", PYTHON_SCRIPT, service.toString(), namespace, kind.label()};
    String said = PythonClient.run(Map.of(), script).requireSuccess().output().strip();
    // an estimate may be written as 1.0
    return Double.parseDouble(said) == kind.value();
  }

  @Override
  public void close() {
    client.close();
  }
}
