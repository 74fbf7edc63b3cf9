package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quipu.client.NodeProcess;
import io.quipu.testing.dev.OtherPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The client of Redis that people have in Node, with its defaults. */
@OtherPrograms
@EndToEnd
class RespNodeIT {
  private static final String CLIENT = "redis@5.8.3";

  /** Commands of one turn go in one pipeline, so that their order shows. */
  private static final String SCRIPT =
      """
      import {createClient} from 'redis';
      const url = `redis://127.0.0.1:${process.argv[2]}`;
      const errors = [];
      const plain = createClient({url});
      plain.on('error', error => errors.push(error));
      await plain.connect();
      console.log(await plain.ping(), await plain.incrBy('node', 7), await plain.get('node'));
      console.log(await plain.mGet(['node', 'nothing']), await plain.ttl('node'));
      const many = await Promise.all(Array.from({length: 100}, () => plain.incr('node-many')));
      console.log(many.every((value, index) => value === index + 1));
      try {
        await plain.multi().incr('node').exec();
      } catch (refused) {
        console.log(/transactions/.test(refused.message), await plain.get('node'));
      }
      const views = await createClient({url, database: 7}).connect();
      console.log(await views.hIncrBy('node', 'CH', 2), await views.hIncrBy('node', 'DE', 1));
      console.log({...await views.hGetAll('node')}, await views.hKeys('node'));
      console.log(await views.hGet('node', 'AT'), await views.hExists('node', 'CH'));
      try {
        await views.hSet('node', 'CH', 1);
      } catch (refused) {
        console.log(refused.message);
      }
      let found = [];
      while (found.length === 0) {
        for await (const names of views.scanIterator({MATCH: 'node*'})) found.push(...names);
      }
      console.log(found);
      const third = await createClient({url, RESP: 3, database: 2}).connect();
      console.log(await third.pfAdd('node', 'ann'), await third.pfCount('node'));
      console.log(errors.length);
      for (const client of [plain, views, third]) client.destroy();
      """;

  @Test
  void nodeRedisCounts(SharedQuipu shared) throws IOException {
    Path folder = Files.createDirectories(Path.of("target", "node-redis"));
    Files.writeString(folder.resolve("count.mjs"), SCRIPT);
    assumeTrue(NodeProcess.missing("node", "npm").isEmpty(), "there is no node or npm");
    if (!Files.isDirectory(folder.resolve("node_modules/redis"))) {
      NodeProcess.Outcome installed =
          NodeProcess.run(
              folder,
              Map.of(),
              "npm",
              "install",
              "--no-save",
              "--ignore-scripts",
              "--no-audit",
              "--no-fund",
              "--prefix",
              ".",
              CLIENT);
      assumeTrue(!installed.lacksNetwork(), "the registry of npm cannot be reached");
      installed.requireSuccess();
    }
    String port = Integer.toString(shared.open().respAddress(0).getPort());
    NodeProcess.Outcome run = NodeProcess.run(folder, Map.of(), "node", "count.mjs", port);
    assertThat(run.requireSuccess().output().lines())
        .containsExactly(
            "PONG 7 7",
            "[ '7', null ] -1",
            "true",
            "true 7",
            "2 1",
            "{ CH: '2', DE: '1' } [ 'CH', 'DE' ]",
            "null 1",
            "ERR fields are counts of events and cannot be set. Use HINCRBY. There is no HSET: nothing was done",
            "[ 'node' ]",
            "1 1",
            "0");
  }
}
