import { createHttpClient } from "@oipkit/runtime/http";
import { issuesCreate, reposGet, searchCode } from "./src/api-github-com/client.js";

const client = createHttpClient({ baseUrl: "https://api.github.com" });
const repository = await reposGet(client, { owner: "o", repo: "r" });
const stars: number | undefined =
  repository.ok && repository.status === 200 ? repository.body.stargazers_count : undefined;
const issue = await issuesCreate(client, { owner: "o", repo: "r", body: { title: "t", labels: ["bug"] } });
const number: number | undefined = issue.ok ? issue.body.number : undefined;
const found = await searchCode(client, { q: "a", per_page: 2 });
const total: number | undefined = found.ok && found.status === 200 ? found.body.total_count : undefined;
console.log(stars, number, total);
