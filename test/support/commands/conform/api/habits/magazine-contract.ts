const refused = `
        "401": { $ref: "#/components/responses/Refused" }
        "404": { $ref: "#/components/responses/Refused" }
        "422": { $ref: "#/components/responses/Refused" }`;
const wrapped = (name: string, schema: string): string =>
  `{ type: object, required: [${name}], properties: { ${name}: { $ref: "#/components/schemas/${schema}" } } }`;
const body = (name: string, schema: string): string =>
  `{ required: true, content: { application/json: { schema: ${wrapped(name, schema)} } } }`;
const shown = (name: string, schema: string): string =>
  `{ description: It, content: { application/json: { schema: ${wrapped(name, schema)} } } }`;
const slug = "[{ name: slug, in: path, required: true, schema: { type: string } }]";
const username = "[{ name: username, in: path, required: true, schema: { type: string } }]";

/** A magazine with bodies and answers in wrappers: people sign up, write, and comment on what others wrote. */
export const magazineContract = `openapi: 3.1.0
info: { title: Magazine, version: "1" }
security: [{ token: [] }]
paths:
  /users:
    post:
      operationId: signUp
      description: Makes an account, and a profile with it.
      security: []
      requestBody: ${body("user", "NewUser")}
      responses:
        "201": ${shown("user", "User")}${refused}
  /profiles/{username}:
    parameters: ${username}
    get:
      operationId: getProfile
      responses:
        "200": ${shown("profile", "Profile")}${refused}
  /profiles/{username}/follow:
    parameters: ${username}
    post:
      operationId: follow
      responses:
        "200": ${shown("profile", "Profile")}${refused}
    delete:
      operationId: unfollow
      responses:
        "200": ${shown("profile", "Profile")}${refused}
  /articles:
    get:
      operationId: listArticles
      parameters:
        - { name: tag, in: query, description: Articles with this tag., schema: { type: string } }
        - { name: author, in: query, description: The name of who wrote them., schema: { type: string } }
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 20 } }
        - { name: offset, in: query, schema: { type: integer, minimum: 0, default: 0 } }
      responses:
        "200": { description: They, content: { application/json: { schema: { type: object, required: [articles, articlesCount], properties: { articles: { type: array, items: { $ref: "#/components/schemas/Article" } }, articlesCount: { type: integer } } } } } }${refused}
    post:
      operationId: createArticle
      requestBody: ${body("article", "NewArticle")}
      responses:
        "201": ${shown("article", "Article")}${refused}
  /articles/{slug}:
    parameters: ${slug}
    get:
      operationId: getArticle
      security: []
      responses:
        "200": ${shown("article", "Article")}${refused}
    put:
      operationId: changeArticle
      requestBody: ${body("article", "ArticleChange")}
      responses:
        "200": ${shown("article", "Article")}
        "403": { $ref: "#/components/responses/Refused" }${refused}
    delete:
      operationId: deleteArticle
      responses:
        "204": { description: Gone }
        "403": { $ref: "#/components/responses/Refused" }${refused}
  /articles/{slug}/favorite:
    parameters: ${slug}
    post:
      operationId: addFavorite
      responses:
        "200": ${shown("article", "Article")}${refused}
    delete:
      operationId: removeFavorite
      responses:
        "200": ${shown("article", "Article")}${refused}
  /articles/{slug}/comments:
    parameters: ${slug}
    get:
      operationId: listComments
      security: []
      responses:
        "200": { description: They, content: { application/json: { schema: { type: object, required: [comments], properties: { comments: { type: array, items: { $ref: "#/components/schemas/Comment" } } } } } } }${refused}
    post:
      operationId: addComment
      requestBody: ${body("comment", "NewComment")}
      responses:
        "200": ${shown("comment", "Comment")}${refused}
  /articles/{slug}/comments/{id}:
    parameters: [{ name: slug, in: path, required: true, schema: { type: string } }, { name: id, in: path, required: true, schema: { type: integer } }]
    delete:
      operationId: deleteComment
      responses:
        "204": { description: Gone }
        "403": { $ref: "#/components/responses/Refused" }${refused}
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  responses:
    Refused: { description: Refused, content: { application/json: { schema: { type: object, required: [errors], properties: { errors: { type: object } } } } } }
  schemas:
    NewUser:
      type: object
      required: [username, email, password]
      properties:
        username: { type: string, minLength: 1, maxLength: 60 }
        email: { type: string, format: email, maxLength: 90 }
        password: { type: string, minLength: 8, maxLength: 70 }
    User:
      type: object
      required: [username, email, token]
      properties: { username: { type: string }, email: { type: string }, token: { type: string } }
    Profile:
      type: object
      required: [username, following]
      properties: { username: { type: string }, following: { type: boolean } }
    NewArticle:
      type: object
      required: [title, body]
      properties:
        title: { type: string, minLength: 1, maxLength: 80 }
        body: { type: string, minLength: 1 }
        tags: { type: array, uniqueItems: true, maxItems: 5, items: { type: string, minLength: 1, maxLength: 20 } }
    ArticleChange:
      type: object
      minProperties: 1
      properties: { title: { type: string, minLength: 1, maxLength: 80 }, body: { type: string, minLength: 1 } }
    Article:
      type: object
      required: [slug, title, body, tags, author, favorited, favoritesCount]
      properties:
        slug: { type: string }
        title: { type: string }
        body: { type: string }
        tags: { type: array, items: { type: string } }
        author: { $ref: "#/components/schemas/Profile" }
        favorited: { type: boolean }
        favoritesCount: { type: integer }
    NewComment: { type: object, required: [body], properties: { body: { type: string, minLength: 1, maxLength: 500 } } }
    Comment:
      type: object
      required: [id, body, author]
      properties: { id: { type: integer }, body: { type: string }, author: { $ref: "#/components/schemas/Profile" } }
`;
