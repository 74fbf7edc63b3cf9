// Counts votes, reads them, and watches one. Run: QUIPU_ADDRESS=http://localhost:8080 node examples/count.mjs
import { QuipuClient } from "@quipu/client";

const client = new QuipuClient({ address: process.env.QUIPU_ADDRESS ?? "http://localhost:8080" });

// Followed from the start: the first count is what there is, further ones come when it has changed.
const watched = new Promise((resolve) => {
  const live = client.live(["back in black"], ({ counter, count }) => {
    console.log(`live: ${counter} ${count}`);
    if (count >= 5n) {
      live.close();
      resolve();
    }
  });
});

// Each is acknowledged, and counts once; they travel together.
await Promise.all([
  client.add("back in black"),
  client.add("back in black", 3),
  client.add("back in black", 1, { id: "voter-5" }),
  client.add("black album", 2),
]);
// Sent again with its id, it is counted no second time.
await client.add("back in black", 1, { id: "voter-5" });

const counts = await client.getMany(["back in black", "black album", "black star"]);
for (const { counter, count } of counts) {
  console.log(`${counter}: ${count}`);
}

await watched;
const inDoubt = await client.close();
console.log(`in doubt: ${inDoubt.length}`);
