// The collections of the app, their access rules and indexes.
//
// A rule that does not hold answers as if there were no such record: an empty list, or a 404. Whatever one user can read
// of another is in the view `timeline`; all other records are visible to their owner alone, but for new posts, which the
// realtime stream announces to every user.
migrate((app) => {
  const signedIn = '@request.auth.id != ""';

  const users = app.findCollectionByNameOrId("users");
  users.listRule = users.viewRule = users.updateRule = users.deleteRule = "id = @request.auth.id";
  users.createRule = "";
  users.authAlert.enabled = false;
  // As the app checks it.
  users.fields.getByName("password").min = 6;
  // The name that mentions use, which no other user can take. It is not used to sign in.
  users.fields.add(new TextField({ name: "username", required: true, max: 254 }));
  users.indexes = [...users.indexes, "CREATE UNIQUE INDEX users_username ON users (username COLLATE NOCASE)"];
  app.save(users);

  // The identifiers of lists are words, and those of posts the keys by which a repeated post is recognized.
  const id = {
    name: "id", type: "text", system: true, primaryKey: true, required: true, min: 1, max: 64,
    pattern: "^[a-z0-9-]+$", autogeneratePattern: "[a-z0-9]{15}",
  };
  const lists = new Collection({
    type: "base", name: "lists", listRule: signedIn, viewRule: signedIn,
    fields: [id, { name: "title", type: "text", required: true, max: 100 }],
  });
  app.save(lists);

  const posts = new Collection({
    type: "base", name: "posts", listRule: signedIn, viewRule: signedIn,
    createRule: 'author = @request.auth.id && list = "home"', deleteRule: "author = @request.auth.id",
    fields: [
      id,
      { name: "author", type: "relation", collectionId: users.id, maxSelect: 1, required: true, cascadeDelete: true },
      { name: "list", type: "relation", collectionId: lists.id, maxSelect: 1, required: true, cascadeDelete: true },
      { name: "text", type: "text", required: true, max: 10240 },
      { name: "created", type: "autodate", onCreate: true },
    ],
    indexes: ["CREATE INDEX posts_newest ON posts (list, created DESC, id DESC)"],
  });
  app.save(posts);
  posts.fields.add(new RelationField({ name: "reply", collectionId: posts.id, maxSelect: 1 }));
  app.save(posts);

  const likes = new Collection({
    type: "base", name: "likes", listRule: "user = @request.auth.id", viewRule: "user = @request.auth.id",
    createRule: "user = @request.auth.id", deleteRule: "user = @request.auth.id",
    fields: [
      { name: "post", type: "relation", collectionId: posts.id, maxSelect: 1, required: true, cascadeDelete: true },
      { name: "user", type: "relation", collectionId: users.id, maxSelect: 1, required: true, cascadeDelete: true },
    ],
    indexes: ["CREATE UNIQUE INDEX likes_once ON likes (post, user)"],
  });
  app.save(likes);

  // A profile has the identifier of its user, so that there is one at most.
  const own = "id = @request.auth.id && user = @request.auth.id";
  const profiles = new Collection({
    type: "base", name: "profiles", viewRule: own, createRule: own, deleteRule: own,
    // The rule is that of the record before the update.
    updateRule: own + " && (@request.body.user:isset = false || @request.body.user = @request.auth.id)",
    fields: [
      { name: "user", type: "relation", collectionId: users.id, maxSelect: 1, required: true, cascadeDelete: true },
      { name: "name", type: "text", required: true, min: 2, max: 400 },
      { name: "gender", type: "number", onlyInt: true, min: 1, max: 3 },
      { name: "registered", type: "date", required: true },
    ],
  });
  app.save(profiles);

  // Every post as each user sees it; `like` is the identifier of the reader's own like.
  app.save(new Collection({
    type: "view", name: "timeline", listRule: "reader = @request.auth.id", viewRule: "reader = @request.auth.id",
    viewQuery: `
      SELECT (posts.id || readers.id) AS id, readers.id AS reader, posts.id AS post, posts.list AS list,
        posts.text AS text, posts.reply AS reply, posts.created AS created,
        authors.id AS author, authors.name AS name, authors.username AS username,
        (SELECT COUNT(*) FROM likes WHERE likes.post = posts.id) AS likes,
        own.id AS like
      FROM posts
      CROSS JOIN users readers
      JOIN users authors ON authors.id = posts.author
      LEFT JOIN likes own ON own.post = posts.id AND own.user = readers.id`,
  }));
}, (app) => {
  for (const name of ["timeline", "profiles", "likes", "posts", "lists"]) {
    app.delete(app.findCollectionByNameOrId(name));
  }
});
