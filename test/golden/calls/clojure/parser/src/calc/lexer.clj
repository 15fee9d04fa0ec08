(ns calc.lexer
  (:require [clojure.string :as str]))

(def token-patterns
  [[:number #"^\d+"]
   [:op #"^[+*]"]])

(declare make-token parse-value fail)

(defn- match-token [s]
  (some (fn [[kind re]]
          (when-let [m (re-find re s)]
            (make-token kind m)))
        token-patterns))

(defn make-token [kind text]
  {:kind kind :text text :value (parse-value kind text)})

(defn- parse-value [kind text]
  (case kind
    :number (Long/parseLong text)
    (keyword text)))

(defn skip-blank [s] (str/triml s))

(defn tokenize
  ([s] (tokenize (skip-blank s) []))
  ([s acc]
   (if (empty? s)
     acc
     (let [tok (or (match-token s) (fail s))]
       (recur (skip-blank (subs s (count (:text tok)))) (conj acc tok))))))

(defn fail [s]
  (throw (ex-info "bad token" {:at s})))
