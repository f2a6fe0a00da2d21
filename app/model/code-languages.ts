/** The languages of a block of code, by the names that the Studio's editor and the site's highlighter share. */
export const CODE_LANGUAGES = [
  { title: "Plain text", value: "text" },
  { title: "C#", value: "csharp" },
  { title: "CSS", value: "css" },
  { title: "Go", value: "golang" },
  { title: "HTML, XML", value: "html" },
  { title: "Java", value: "java" },
  { title: "JavaScript", value: "javascript" },
  { title: "JSON", value: "json" },
  { title: "PHP", value: "php" },
  { title: "Python", value: "python" },
  { title: "Ruby", value: "ruby" },
  { title: "Shell", value: "sh" },
  { title: "SQL", value: "sql" },
  { title: "TypeScript", value: "typescript" },
  { title: "YAML", value: "yaml" },
] as const;
