const refused = `
        "401": { $ref: "#/components/responses/Refused" }
        "404": { $ref: "#/components/responses/Refused" }
        "422": { $ref: "#/components/responses/Refused" }`;
const shown = (schema: string): string =>
  `{ description: It, content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } } }`;
const made = (schema: string): string =>
  `{ description: Made, headers: { Location: { schema: { type: string } } }, content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } } }`;
const listed = (schema: string): string =>
  `{ description: They, headers: { Link: { schema: { type: string } } }, content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/${schema}" } } } } }`;
const paging = '{ $ref: "#/components/parameters/perPage" }, { $ref: "#/components/parameters/page" }';
const repo = '{ $ref: "#/components/parameters/owner" }, { $ref: "#/components/parameters/repo" }';

/** Repositories with issues, as hubs of code have them: named by owner and name, and public. */
export const hubContract = `openapi: 3.0.3
info: { title: Hub, version: "1" }
security: [{ token: [] }]
paths:
  /user/repos:
    get:
      operationId: listRepos
      parameters: [${paging}]
      responses:
        "200": ${listed("Repo")}${refused}
    post:
      operationId: createRepo
      description: Makes a repository of the caller.
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewRepo" } } } }
      responses:
        "201": ${made("Repo")}${refused}
  /repos/{owner}/{repo}:
    parameters: [${repo}]
    get:
      operationId: getRepo
      responses:
        "200": ${shown("Repo")}${refused}
    patch:
      operationId: changeRepo
      requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { about: { type: string, maxLength: 80 } } } } } }
      responses:
        "200": ${shown("Repo")}${refused}
    delete:
      operationId: removeRepo
      responses:
        "204": { description: Gone }${refused}
  /repos/{owner}/{repo}/issues:
    parameters: [${repo}]
    get:
      operationId: listIssues
      description: The issues of a repository, newest first.
      parameters:
        - { name: state, in: query, description: In which state they are., schema: { type: string, enum: [open, closed, all], default: open } }
        - ${paging.replace(", ", "\n        - ")}
      responses:
        "200": ${listed("Issue")}${refused}
    post:
      operationId: openIssue
      description: Whoever sees a repository may report something there.
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewIssue" } } } }
      responses:
        "201": ${made("Issue")}${refused}
  /repos/{owner}/{repo}/issues/{issue_number}:
    parameters: [${repo}, { $ref: "#/components/parameters/issueNumber" }]
    get:
      operationId: getIssue
      responses:
        "200": ${shown("Issue")}${refused}
    patch:
      operationId: changeIssue
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/IssueChange" } } } }
      responses:
        "200": ${shown("Issue")}${refused}
  /repos/{owner}/{repo}/issues/{issue_number}/comments:
    parameters: [${repo}, { $ref: "#/components/parameters/issueNumber" }]
    get:
      operationId: listComments
      parameters: [${paging}]
      responses:
        "200": ${listed("Comment")}${refused}
    post:
      operationId: addComment
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [body], properties: { body: { type: string, minLength: 1, maxLength: 500 } } } } } }
      responses:
        "201": ${made("Comment")}${refused}
  /repos/{owner}/{repo}/issues/comments/{comment_id}:
    parameters: [${repo}, { name: comment_id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: getComment
      responses:
        "200": ${shown("Comment")}${refused}
    delete:
      operationId: removeComment
      responses:
        "204": { description: Gone }${refused}
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  parameters:
    owner: { name: owner, in: path, required: true, schema: { type: string } }
    repo: { name: repo, in: path, required: true, schema: { type: string } }
    issueNumber: { name: issue_number, in: path, required: true, schema: { type: integer } }
    perPage: { name: per_page, in: query, schema: { type: integer, default: 20, minimum: 1, maximum: 50 } }
    page: { name: page, in: query, schema: { type: integer, default: 1, minimum: 1 } }
  responses:
    Refused: { description: Refused, content: { application/json: { schema: { type: object, required: [message], properties: { message: { type: string } } } } } }
  schemas:
    User: { type: object, required: [login], properties: { login: { type: string } } }
    NewRepo:
      type: object
      required: [name]
      properties: { name: { type: string, pattern: "^[a-z0-9-]{1,40}$", description: Unique among the caller's repositories. }, about: { type: string, maxLength: 80 } }
    Repo:
      type: object
      required: [id, name, about, owner, open_issues]
      properties:
        id: { type: integer }
        name: { type: string }
        about: { type: string }
        owner: { $ref: "#/components/schemas/User" }
        open_issues: { type: integer }
    NewIssue:
      type: object
      required: [title]
      properties:
        title: { type: string, minLength: 1, maxLength: 60 }
        labels: { type: array, uniqueItems: true, maxItems: 4, items: { type: string, minLength: 1, maxLength: 20 } }
    IssueChange:
      type: object
      minProperties: 1
      properties:
        title: { type: string, minLength: 1, maxLength: 60 }
        state: { type: string, enum: [open, closed] }
        state_reason: { type: string, nullable: true, enum: [done, dropped], description: Why it is closed. Ignored unless the request closes the issue. }
        labels: { type: array, uniqueItems: true, maxItems: 4, items: { type: string, minLength: 1, maxLength: 20 } }
    Issue:
      type: object
      required: [id, number, title, state, state_reason, user, labels, comments]
      properties:
        id: { type: integer }
        number: { type: integer, description: Counts within the repository. }
        title: { type: string }
        state: { type: string, enum: [open, closed] }
        state_reason: { type: string, nullable: true }
        user: { $ref: "#/components/schemas/User" }
        labels: { type: array, items: { type: object, required: [name], properties: { name: { type: string } } } }
        comments: { type: integer }
    Comment:
      type: object
      required: [id, body, user]
      properties: { id: { type: integer }, body: { type: string }, user: { $ref: "#/components/schemas/User" } }
`;
