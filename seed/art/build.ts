import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { editorialArt } from "./editorial.ts";
import { peopleArt } from "./people.ts";
import { projectArt } from "./projects.ts";
import { serviceArt } from "./services.ts";

/** Every picture of the seed by the name of its file. `npm run seed:art` draws them anew. */
const art = { ...projectArt, ...serviceArt, ...peopleArt, ...editorialArt };

for (const [name, draw] of Object.entries(art)) {
  const file = fileURLToPath(new URL(`../images/${name}.png`, import.meta.url));
  await sharp(Buffer.from(draw())).png({ palette: true, quality: 90, effort: 10 }).toFile(file);
}
