import createClient from "openapi-fetch";
import type { paths } from "./src/types.js";

const client = createClient<paths>({ baseUrl: "https://api.github.com" });
const repository = await client.GET("/repos/{owner}/{repo}", { params: { path: { owner: "o", repo: "r" } } });
const stars: number | undefined = repository.data?.stargazers_count;
const issue = await client.POST("/repos/{owner}/{repo}/issues", {
  params: { path: { owner: "o", repo: "r" } },
  body: { title: "t", labels: ["bug"] },
});
const number: number | undefined = issue.data?.number;
const found = await client.GET("/search/code", { params: { query: { q: "a", per_page: 2 } } });
const total: number | undefined = found.data?.total_count;
console.log(stars, number, total);
