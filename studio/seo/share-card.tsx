import { createImageUrlBuilder } from "@sanity/image-url";
import { Box, Card, Flex, Stack, Text } from "@sanity/ui";
import { useClient } from "sanity";
import { API_VERSION } from "../model/api.ts";
import type { Picture } from "../model/seo-preview.ts";

interface ShareCardProps {
  title: string;
  description: string;
  host: string;
  image: Picture | undefined;
  drawn: string | undefined;
}

/** The page as a shared link shows it, with the picture at the site's size of 1200 by 630 pixels. */
export function ShareCard({ title, description, host, image, drawn }: ShareCardProps) {
  const client = useClient({ apiVersion: API_VERSION });
  const source = image?.asset?._ref
    ? createImageUrlBuilder(client).image(image).width(1200).height(630).fit("crop").url()
    : drawn;
  return (
    <Card border overflow="hidden" radius={2} style={{ maxWidth: 520 }}>
      {source ? (
        <img
          alt={image?.alt ?? ""}
          src={source}
          style={{ aspectRatio: "1200 / 630", display: "block", width: "100%" }}
        />
      ) : (
        <Card tone="transparent">
          <Flex align="center" justify="center" padding={6}>
            <Text muted>Shared without a picture</Text>
          </Flex>
        </Card>
      )}
      <Box padding={3}>
        <Stack gap={3}>
          <Text muted size={1}>
            {host}
          </Text>
          <Text weight="semibold">{title}</Text>
          <Text muted size={1} textOverflow="ellipsis">
            {description}
          </Text>
        </Stack>
      </Box>
    </Card>
  );
}
