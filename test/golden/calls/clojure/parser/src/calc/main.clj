(ns calc.main
  (:require [calc.parser :refer [parse]]
            [calc.ast :as ast])
  (:gen-class))

(defonce history (atom []))

(defn remember! [entry]
  (swap! history add-entry entry))

(defn add-entry [entries entry] (conj entries entry))

(defn run-line [line]
  (let [node (parse line)
        result (ast/evaluate node {})]
    (remember! {:line line :result result})
    (ast/show node)))

(defn with-errors [f]
  (try (f)
       (catch Exception e (report-error e))))

(defn report-error [e] (println (.getMessage e)))

(defn process [handler lines]
  (doseq [line lines]
    (println (handler line))))

(defn prompt [] (print "> ") (flush))

(defn -main [& args]
  (with-errors prompt)
  (process run-line args)
  (->> args (map run-line) (run! println)))
