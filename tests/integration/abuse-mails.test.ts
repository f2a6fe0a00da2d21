import { expect, test, vi } from "vitest";
import { messageFields, openAbuseHarness, questionnaireFields } from "../abuse/abuse-harness.ts";
import { begunMarks } from "../support/form-posts.ts";
import { opened } from "../support/opened.ts";
import { WAIT } from "../support/timeouts.ts";

// How often a form of a running site can be made to write to a stranger.

const harness = opened(openAbuseHarness);

const post = (path: string, fields: Record<string, string>, formToken: string) =>
  harness.post(path, new URLSearchParams({ ...fields, formToken }));
const suspicions = (email: string) =>
  harness.store.fetch<(string | null)[]>(
    `*[_type in ["contactSubmission", "clientQuestionnaire"] && (email == $email || contactInfo.email == $email)]
      | order(_createdAt).suspected`,
    { email },
  );
const mailsTo = (email: string) => harness.mails().filter((mail) => mail.includes(`To: ${email}`));
/** Mails leave in the order of their submissions, so one to somebody else says that all before have been dealt with. */
async function settled(formToken: string): Promise<void> {
  const email = `last-${formToken
    .slice(-8)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "0")}@example.com`;
  expect((await post("/contact.data", messageFields({ email }), formToken)).status).toBe(200);
  await vi.waitUntil(() => mailsTo(email).length === 1, WAIT);
}

test("one mark is believed once: 20 posts are kept, 19 of them suspected, one is confirmed", async () => {
  const [mark = "", other = ""] = await begunMarks(harness.site.origin, 2);
  const email = "stranger@example.com";
  const posts = Array.from({ length: 20 }, () => post("/contact.data", messageFields({ email }), mark));
  for (const { status } of await Promise.all(posts)) expect(status).toBe(200);
  const reasons = await suspicions(email);
  expect(reasons).toHaveLength(20);
  expect(reasons.filter((reason) => reason === null)).toHaveLength(1);
  expect(new Set(reasons)).toEqual(new Set([null, "used-mark"]));
  await settled(other);
  expect(mailsTo(email)).toHaveLength(1);
});

test("whoever posts, an address gets three confirmations a day from all forms, and nothing is lost", async () => {
  const marks = await begunMarks(harness.site.origin, 8);
  const email = "victim@example.com";
  const spelled = [email, "Victim@example.com", "victim+1@example.com", email, email];
  for (const [index, spelling] of spelled.entries())
    expect((await post("/contact.data", messageFields({ email: spelling }), marks[index] ?? "")).status).toBe(
      200,
    );
  expect((await post("/newsletter.data", { email }, marks[5] ?? "")).status).toBe(200);
  const questionnaire = questionnaireFields("Words", { "contactInfo.email": email });
  expect((await post("/questionnaire.data", questionnaire, marks[6] ?? "")).ok).toBe(true);
  await settled(marks[7] ?? "");
  const got = harness.mails().filter((mail) => /^To: victim(\+1)?@example.com/im.test(mail));
  expect(got).toHaveLength(3);
  expect(await suspicions(email)).toEqual([null, null, null, null]);
  const subscribed = harness.store.fetch(`count(*[_type == "newsletterSubscriber" && email == $email])`, {
    email,
  });
  expect(await subscribed).toBe(1);
});
