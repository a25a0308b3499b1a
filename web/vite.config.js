// Builds the dashboard into one HTML file, and its Content-Security-Policy beside it: the node embeds both.
import { createHash } from "node:crypto";
import { defineConfig } from "vite";

const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Puts script and style into the page, where only they may run: each is named by its hash in the policy. */
function onePage() {
  return {
    name: "one-page",
    enforce: "post",
    generateBundle(_, bundle) {
      const page = bundle["index.html"];
      const scripts = Object.values(bundle).filter((part) => part.type === "chunk");
      const styles = Object.values(bundle).filter((part) => part.fileName.endsWith(".css"));
      if (!page || scripts.length !== 1 || styles.length !== 1)
        throw new Error(`one page, one script and one style are wanted, not ${Object.keys(bundle).join(", ")}`);
      // In a script `</script` and `<!--` would end or change it, and a text between the tags is hashed as it is.
      const script = scripts[0].code.trim().replace(/<(?=\/script|!--)/gi, "\\x3c");
      const style = String(styles[0].source).trim();
      if (/<\/style/i.test(style)) throw new Error("the style would end its element");
      let html = String(page.source).replace(/\s*<script\b[^>]*><\/script>/g, "").replace(/\s*<link rel="stylesheet"[^>]*>/g, "");
      html = html.replace("</head>", () => `<style>${style}</style>\n</head>`);
      html = html.replace("</body>", () => `<script type="module">${script}</script>\n</body>`);
      page.source = html;
      const policy = [
        "default-src 'none'",
        `script-src ${hash(script)}`,
        `style-src ${hash(style)}`,
        "img-src data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ].join("; ");
      for (const part of [...scripts, ...styles]) delete bundle[part.fileName];
      this.emitFile({ type: "asset", fileName: "policy", source: policy + "\n" });
    },
  };
}

export default defineConfig({
  build: {
    outDir: "../build/web",
    emptyOutDir: true,
    target: "es2022",
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    modulePreload: false,
    rollupOptions: { output: { inlineDynamicImports: true } },
  },
  plugins: [onePage()],
});
