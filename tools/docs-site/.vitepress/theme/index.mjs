import DefaultTheme from "vitepress/theme-without-fonts";
import PageLayout from "./PageLayout.vue";
import "./style.css";
import "./search.css";
import "./sidebar.css";

export default { extends: DefaultTheme, Layout: PageLayout };
