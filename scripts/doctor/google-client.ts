import { ask, checkOf } from "./check.ts";

export const googleClient = checkOf("google", {
  id: "google-client",
  expects: "Google knows the client and its secret",
  todo: "Copy client ID and secret again; the redirect address there is PUBLIC_URL/login/google/callback.",
  page: () => "https://console.cloud.google.com/auth/clients",
  async run({ clientId, clientSecret, apiBase }, { env }) {
    const redirect = `${env.publicUrl}/login/google/callback`;
    // A code that was never given out: Google looks at the client first.
    const body = new URLSearchParams({
      grant_type: "authorization_code",
      code: "doctor",
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uri: redirect,
    });
    const response = await ask(`${apiBase ?? "https://oauth2.googleapis.com"}/token`, {
      method: "POST",
      body,
    });
    const { error } = (await response.json().catch(() => ({}))) as { error?: string };
    if (error === "invalid_client")
      return [{ wrong: "Google does not know GOOGLE_CLIENT_ID with this secret." }];
    if (error === "redirect_uri_mismatch")
      return [{ wrong: `Google does not know the redirect address ${redirect}` }];
    return [];
  },
});
