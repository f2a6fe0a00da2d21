import { LineIcon } from "../ui/line-icon.tsx";

const SHAPES = {
  admin: "M4 5h7v6H4zM13 5h7v3h-7zM13 10h7v9h-7zM4 13h7v6H4z",
  signOut: "M14 7V5H5v14h9v-2M10 12h10m-3-3 3 3-3 3",
};

/** Stands for the words where the bar has no room for them. */
export function AccountIcon({ shape }: { shape: keyof typeof SHAPES }) {
  return (
    <LineIcon stroke={1.6} className="hidden size-5 lg:max-xl:block">
      <path d={SHAPES[shape]} />
    </LineIcon>
  );
}
