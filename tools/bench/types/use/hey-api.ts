import { createClient } from "./src/client/index.js";
import { issuesCreate, reposGet, searchCode } from "./src/sdk.gen.js";

const client = createClient({ baseUrl: "https://api.github.com" });
const repository = await reposGet({ client, path: { owner: "o", repo: "r" } });
const stars: number | undefined = repository.data?.stargazers_count;
const issue = await issuesCreate({
  client,
  path: { owner: "o", repo: "r" },
  body: { title: "t", labels: ["bug"] },
});
const number: number | undefined = issue.data?.number;
const found = await searchCode({ client, query: { q: "a", per_page: 2 } });
const total: number | undefined = found.data?.total_count;
console.log(stars, number, total);
