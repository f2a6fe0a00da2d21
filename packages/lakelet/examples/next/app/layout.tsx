import type { ReactNode } from "react";
import { SanityLive } from "../sanity/live";

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        {children}
        <SanityLive />
      </body>
    </html>
  );
}
