module github.com/xeval/xeval

go 1.26.0

require (
	github.com/chromedp/cdproto v0.160.1 // tests: the page of a report in a real browser
	github.com/chromedp/chromedp v0.23.1 // tests: the page of a report in a real browser
	github.com/klauspost/compress v1.20.4 // zstd input, and gzip fast enough for a million samples
	github.com/openai/openai-go/v3 v3.99.0 // the official client for OpenAI-compatible endpoints
	github.com/rogpeppe/go-internal v1.16.0 // tests: transcripts of the command line
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3 // tests: verdicts against their published schema
	github.com/spf13/cobra v1.10.2 // verbs, flags, help and shell completion
	golang.org/x/sys v0.50.0 // namespaces, seccomp, Landlock and control groups
	golang.org/x/term v0.48.0 // whether output is a terminal, and how wide
	gonum.org/v1/plot v0.17.0 // plots as SVG, PNG and PDF
)

require (
	codeberg.org/go-fonts/liberation v0.5.0 // indirect
	codeberg.org/go-latex/latex v0.2.0 // indirect
	codeberg.org/go-pdf/fpdf v0.11.1 // indirect
	git.sr.ht/~sbinet/gg v0.7.0 // indirect
	github.com/BurntSushi/toml v1.4.1-0.20240526193622-a339e1f7089c // indirect
	github.com/ajstarks/svgo v0.0.0-20211024235047-1546f124cd8b // indirect
	github.com/coder/websocket v1.8.15 // indirect
	github.com/go-json-experiment/json v0.0.0-20260213210345-44df1a37e875 // indirect
	github.com/golang/freetype v0.0.0-20170609003504-e2365dfdc4a0 // indirect
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/spf13/pflag v1.0.9 // indirect
	github.com/tidwall/gjson v1.20.0 // indirect
	github.com/tidwall/match v1.1.1 // indirect
	github.com/tidwall/pretty v1.2.1 // indirect
	github.com/tidwall/sjson v1.2.5 // indirect
	golang.org/x/exp/typeparams v0.0.0-20231108232855-2478ac86f678 // indirect
	golang.org/x/image v0.30.0 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/telemetry v0.0.0-20261010193011-f71dc92da45e // indirect
	golang.org/x/text v0.42.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
	golang.org/x/vuln v1.9.0 // indirect
	honnef.co/go/tools v0.8.2 // indirect
)

tool (
	golang.org/x/vuln/cmd/govulncheck
	honnef.co/go/tools/cmd/staticcheck
)
